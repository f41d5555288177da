-- The tenant wall of a table: only rows of the own organization are visible. Sub-selects make PostgreSQL call the two
-- functions once a statement, not once a row.
alter table {table} enable row level security;
alter table {table} force row level security;
create policy tenant on {table} using ({rule} or (select usher_everywhere()));
