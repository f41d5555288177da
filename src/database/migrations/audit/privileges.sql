-- After the tenant wall, which grants more.
revoke update, delete on audit_entries, audit_blocks from usher_tenant;
revoke update on audit_open from usher_tenant;
revoke delete on audit_heads from usher_tenant;
