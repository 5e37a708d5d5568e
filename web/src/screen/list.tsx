import type { ReactNode } from 'react'
import { messages } from '#contract/messages.ts'
import { translated } from '../lib/translated.ts'
import { type Column, DataTable, TableLoading } from '../ui/data-table.tsx'
import { type ListFrame, ListPage, Rows, type RowsProps } from './rows.tsx'

/** A list is shown as a table of these columns, or by its children. */
type Table<Row> = { columns: readonly Column<Row>[]; rowKey: (row: Row) => string; caption: string }
type Shown<Row> =
  | (Table<Row> & { children?: undefined })
  | { children: (rows: readonly Row[]) => ReactNode; columns?: undefined }

export type ListProps<Row, Answer> = Shown<Row> & Omit<RowsProps<Row, Answer>, 'children' | 'loading'>

/** A list, shown as a table if it has columns. */
export function List<Row, Answer>(props: ListProps<Row, Answer>) {
  if (!props.columns) return <Rows {...props} />
  return (
    <Rows
      {...props}
      loading={<TableLoading columns={props.columns} says={translated(messages.loading.any)} />}
    >
      {(rows) => <DataTable {...props} rows={rows} empty={null} />}
    </Rows>
  )
}

/** A screen that consists of a list, with its title and filters. */
export function ListScreen<Row, Answer>({
  measure = 'wide',
  title,
  state,
  about,
  action,
  back,
  filters,
  above,
  ...list
}: ListProps<Row, Answer> & ListFrame) {
  return (
    <ListPage {...{ measure, title, state, about, action, back, filters, above }}>
      <List counted {...(list as ListProps<Row, Answer>)} />
    </ListPage>
  )
}
