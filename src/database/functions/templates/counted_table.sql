-- Statement triggers that keep exact totals of a table: usher_count.
create or replace trigger count_added after insert on {table}
  referencing new table as changed for each statement execute function usher_count('{table}', '1');
create or replace trigger count_removed after delete on {table}
  referencing old table as changed for each statement execute function usher_count('{table}', '-1');
