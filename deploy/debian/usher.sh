#!/bin/sh
exec /usr/lib/usher/bin/node --min-semi-space-size=16 --max-semi-space-size=16 --heap-growing-percent=50 --no-allocation-site-pretenuring /usr/lib/usher/dist/bin/usher.js "$@"
