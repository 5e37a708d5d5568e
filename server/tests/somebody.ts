/** A CTE before `insert into visit` that adds a person, as `from somebody`, for tests in which any person will do. */
export const withSomebody = `with somebody as (
  insert into person (id, full_name, sex, birth_date, birth_precision, created_at)
  values (gen_random_uuid(), 'Somebody', 'female', '1990-01-01', 'estimated', '2024-01-01') returning id as person_id)`
