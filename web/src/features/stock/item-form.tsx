import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { readCatalogue } from '#contract/catalogue.ts'
import { addStockItem, changeStockItem, type StockItemDetail, stockKinds } from '#contract/stock.ts'
import { queryFor } from '../../api/queries.ts'
import { choicesIn } from '../../lib/translated.ts'
import { NamedForm } from '../../screen/named-form.tsx'
import { SiteField } from '../../screen/site-field.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { MultiSelect } from '../../ui/multi-select.tsx'

/** Adds an item, or changes one. */
export function ItemForm({ of, onClose }: { of: StockItemDetail | null; onClose: () => void }) {
  const { data: catalogue } = useQuery(queryFor(readCatalogue))
  const navigate = useNavigate()
  const [tests, setTests] = useState<readonly string[]>(() => of?.uses.map(({ test }) => test) ?? [])
  const form = useResourceForm(of ? changeStockItem : addStockItem, {
    ...(of && { params: { id: of.id }, of: { ...of, ended: of.endedAt !== null } }),
    // Each test has a field of its own.
    body: (held) => {
      const {
        chosen: _,
        each,
        ...body
      } = held as typeof held & { chosen: unknown; each?: Record<string, number> }
      return {
        ...body,
        uses: tests.map((test) => ({ test, amount: each?.[keyOf(test)] ?? amountOf(of, test) })),
      }
    },
    onDone: async (answer) => {
      onClose()
      const { id } = answer as { id?: string }
      if (id !== undefined) await navigate({ to: '/stock/$id', params: { id } })
    },
  })
  const names = new Map((catalogue?.tests ?? []).map(({ code, name }) => [code, name]))
  const unit = String(form.watch('unit') ?? of?.unit ?? '')
  return (
    <NamedForm
      form={form}
      scope="item"
      onClose={onClose}
      of={of}
      adds={t`Add an item`}
      ended={t`No longer kept in stock`}
    >
      <SelectField name="kind" label={t`Kind`} options={choicesIn(stockKinds)} required />
      {of === null && <SiteField />}
      <TextField
        name="unit"
        label={t`Unit`}
        hint={t`The unit of counting, for example tests, tubes or boxes.`}
        required
        maxLength={20}
        autoComplete="off"
      />
      <div className="cols-fit-180 grid items-start gap-4">
        <TextField name="manufacturer" label={t`Manufacturer`} optional maxLength={120} autoComplete="off" />
        <TextField
          name="catalogueNumber"
          label={t`Catalogue number`}
          optional
          maxLength={60}
          autoComplete="off"
        />
        <TextField
          name="reorderLevel"
          label={t`Reorder level`}
          hint={unit && t`In ${unit}, when a delivery arrives.`}
          type="number"
          inputMode="numeric"
          min={0}
          required
        />
        <TextField
          name="deliveryDays"
          label={t`Days until delivery`}
          type="number"
          inputMode="numeric"
          min={0}
          max={365}
          required
        />
        <TextField
          name="openDays"
          label={t`Days after opening`}
          hint={t`If empty, an open lot can be used until its expiry date.`}
          type="number"
          inputMode="numeric"
          min={1}
          max={3650}
          optional
        />
      </div>
      <MultiSelect
        name="chosen"
        label={t`Tests that use it`}
        optional
        hint={
          form.watch('kind') === 'tube'
            ? t`A collected tube takes this quantity from the open lot, once for all its tests.`
            : t`Each completed test takes this quantity from the open lot.`
        }
        choices={(catalogue?.tests ?? []).map(({ code, name }) => ({ value: code, label: name }))}
        chosen={tests}
        onChange={setTests}
        placeholder={t`Find a test`}
      />
      {tests.length > 0 && (
        <div className="cols-fit-180 grid items-start gap-4">
          {tests.map((test) => (
            <TextField
              key={test}
              name={`each.${keyOf(test)}`}
              label={t`For one ${names.get(test) ?? test}`}
              type="number"
              inputMode="numeric"
              min={1}
              max={1000}
              defaultValue={amountOf(of, test)}
              required
            />
          ))}
        </div>
      )}
    </NamedForm>
  )
}

/** Names of fields are paths: a dot in a code would make another path. */
const keyOf = (test: string) => test.replaceAll('.', '_')

const amountOf = (of: StockItemDetail | null, code: string) =>
  of?.uses.find(({ test }) => test === code)?.amount ?? 1
