import { sql } from 'kysely'

const steps = [1, 26, 51, 101, 201]

/**
 * `limit` for a list that is read from an index in its order, at least as many rows as asked for. As a parameter a
 * generic plan would take it for a tenth of the table and sort that: 15 ms in place of 1 with 100,000 tasks. In a few
 * steps, so that there are few statements.
 */
export const limitRows = (rows: number) => sql.lit(steps.find((step) => step >= rows) ?? rows)
