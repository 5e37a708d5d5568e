import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { changePanelOfGroup, type MicrobiologySetup } from '#contract/microbiology.ts'
import { type OrganismGroup, organismGroups, type PanelRow, type Showing } from '#contract/susceptibility.ts'
import { call } from '../../api/client.ts'
import { translated } from '../../lib/translated.ts'
import { useCall } from '../../screen/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Select } from '../../ui/fields.tsx'
import { MultiSelect } from '../../ui/multi-select.tsx'
import { Notice } from '../../ui/notice.tsx'
import { nameIn } from './name-in.ts'

const showings: Readonly<Record<Showing, string>> = {
  always: t`Always`,
  cascade: t`If another antibiotic is not susceptible`,
  never: t`Never`,
}

/** The antibiotics of a group in the order of the report, and when a report shows each of them. */
export function PanelForm({
  group,
  setup,
  onClose,
}: {
  group: OrganismGroup
  setup: MicrobiologySetup
  onClose: () => void
}) {
  const panel = setup.panels.find((one) => one.group === group)
  const [rows, setRows] = useState<readonly PanelRow[]>(panel?.rows ?? [])
  const save = useCall(
    () =>
      call(changePanelOfGroup, {
        params: { group },
        body: { rows: rows.map((row) => ({ ...row, after: [...row.after] })), version: panel?.version ?? 0 },
      }),
    { onDone: onClose },
  )
  const nameOf = (code: string) => nameIn(setup.antibiotics, code)
  const change = (antibiotic: string, to: Partial<PanelRow>) =>
    setRows(rows.map((row) => (row.antibiotic === antibiotic ? { ...row, ...to } : row)))
  const groupName = translated(organismGroups[group])
  return (
    <Dialog open onClose={onClose} title={t`Antibiotics for ${groupName}`}>
      <div className="stack gap-4">
        {save.error && (
          <Notice kind="error" role="alert">
            <p>{save.error.message}</p>
          </Notice>
        )}
        <MultiSelect
          name="antibiotics"
          label={t`Antibiotics`}
          ordered
          choices={setup.antibiotics
            .filter(({ code, ended }) => !ended || rows.some(({ antibiotic }) => antibiotic === code))
            .map(({ code, name }) => ({ value: code, label: name, note: code }))}
          chosen={rows.map(({ antibiotic }) => antibiotic)}
          onChange={(chosen) =>
            setRows(
              chosen.map(
                (code) =>
                  rows.find(({ antibiotic }) => antibiotic === code) ?? {
                    ...{ antibiotic: code, shown: 'always', after: [] },
                  },
              ),
            )
          }
          placeholder={t`Find an antibiotic`}
        />
        {rows.length > 0 && (
          <fieldset className="stack gap-2">
            <legend className="mb-2 font-600">
              <Trans>Shown in reports</Trans>
            </legend>
            {rows.map((row) => (
              <div key={row.antibiotic} className="cols-fit-180 grid items-center gap-2 border-t pt-2">
                <span>{nameOf(row.antibiotic)}</span>
                <Select
                  aria-label={t`When reports show ${nameOf(row.antibiotic)}`}
                  value={row.shown}
                  onChange={(event) =>
                    change(row.antibiotic, {
                      shown: event.currentTarget.value as Showing,
                      after: event.currentTarget.value === 'cascade' ? row.after : [],
                    })
                  }
                >
                  {Object.entries(showings).map(([value, label]) => (
                    <option key={value} value={value}>
                      {label}
                    </option>
                  ))}
                </Select>
                {row.shown === 'cascade' && (
                  <Select
                    aria-label={t`Other antibiotic for ${nameOf(row.antibiotic)}`}
                    value={row.after[0] ?? ''}
                    onChange={(event) => change(row.antibiotic, { after: [event.currentTarget.value] })}
                  >
                    <option value="">{t`Choose the other antibiotic`}</option>
                    {rows
                      .filter(({ antibiotic }) => antibiotic !== row.antibiotic)
                      .map(({ antibiotic }) => (
                        <option key={antibiotic} value={antibiotic}>
                          {nameOf(antibiotic)}
                        </option>
                      ))}
                  </Select>
                )}
              </div>
            ))}
          </fieldset>
        )}
        <DialogActions>
          <Button
            variant="primary"
            pending={save.isPending}
            whyNot={
              rows.some(({ shown, after }) => shown === 'cascade' && !after[0])
                ? t`Choose the other antibiotic of each cascade.`
                : null
            }
            onClick={() => save.mutate()}
          >
            <Trans>Save Changes</Trans>
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}
