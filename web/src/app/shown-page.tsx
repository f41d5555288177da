import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';

/** In a long navigation, the page that is shown is among those that are seen. */
export function ShownPage() {
  const { pathname } = useLocation();
  useEffect(() => {
    document.querySelector('nav [data-status=active]')?.scrollIntoView({ block: 'nearest' });
  }, [pathname]);
  return null;
}
