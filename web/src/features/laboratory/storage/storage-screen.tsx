import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { findStored, listStorage, type StorageUnit, storageKinds } from '#contract/storage.ts'
import { call } from '../../../api/client.ts'
import { queryFor } from '../../../api/queries.ts'
import { translated } from '../../../lib/translated.ts'
import { Screen } from '../../../screen/screen.tsx'
import { useCall } from '../../../screen/use-call.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { RackDrawing } from '../../../ui/drawings.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PlusIcon } from '../../../ui/icons.tsx'
import { Page } from '../../../ui/page.tsx'
import { CodeBar } from '../bench/code-bar.tsx'
import { type FoundAt, FoundTube } from './found-tube.tsx'
import { RackForm, UnitForm } from './place-forms.tsx'

/** Freezers, refrigerators and rooms with their racks, and a field that finds a scanned tube. */
export function StorageScreen({ maySetUp }: { maySetUp: boolean }) {
  const { units, due } = useSuspenseQuery(queryFor(listStorage)).data
  const field = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const [found, setFound] = useState<FoundAt | null>(null)
  const find = useCall((code: string) => call(findStored, { query: { code } }), {
    says: false,
    onDone: (answer) => {
      if (answer.kind === 'tube') setFound(answer)
      else void navigate({ to: '/storage/racks/$id', params: { id: answer.rackId } })
    },
    onRefused: () => setFound(null),
  })
  const sites = new Set(units.map(({ site }) => site)).size > 1
  return (
    <Page>
      <CodeBar
        field={field}
        busy={find.isPending}
        error={find.error?.message}
        hint={t`Scan or type the number of a tube to find it, or the code of a rack to open it.`}
        onCode={(code) => find.mutate(code)}
      />
      {found && <FoundTube found={found} />}
      <Screen
        title={t`Storage`}
        about={t`Where samples are stored, by rack and position.`}
        action={
          <>
            <Link to="/storage/due" className={buttonClass({ variant: due > 0 ? 'primary' : 'quiet' })}>
              {due === 0
                ? t`Discard samples`
                : plural(due, { one: 'Discard # tube', other: 'Discard # tubes' })}
            </Link>
            {maySetUp && (
              <UnitForm
                of={null}
                opener={{
                  children: (
                    <>
                      <PlusIcon />
                      {t`Add a freezer or refrigerator`}
                    </>
                  ),
                }}
              />
            )}
          </>
        }
      >
        {units.length === 0 && (
          <EmptyState
            picture={<RackDrawing />}
            title={<h2>{t`No storage location yet`}</h2>}
            about={t`Add a freezer, a refrigerator or a room with its racks. Then scan tubes into their positions.`}
          />
        )}
        <div className="stack gap-6">
          {units.map((unit) => (
            <Unit key={unit.id} unit={unit} withSite={sites} maySetUp={maySetUp} />
          ))}
        </div>
      </Screen>
    </Page>
  )
}

function Unit({ unit, withSite, maySetUp }: { unit: StorageUnit; withSite: boolean; maySetUp: boolean }) {
  const { id, name, kind, site, racks } = unit
  return (
    <Card aria-labelledby={id}>
      <div className="row mb-3 justify-between gap-3">
        <div>
          <h2 id={id} className="text-l">
            {name}
          </h2>
          <p className="hint">
            {translated(storageKinds[kind])}
            {withSite && `, ${site}`}
          </p>
        </div>
        {maySetUp && (
          <div className="flex flex-wrap gap-2">
            <UnitForm
              of={unit}
              opener={{ variant: 'plain', 'aria-label': t`Change ${name}`, children: t`Change` }}
            />
            <RackForm unit={unit} />
          </div>
        )}
      </div>
      {racks.length === 0 ? (
        <p className="text-ink-soft">
          <Trans>No rack yet.</Trans>
        </p>
      ) : (
        <ul className="cols-fit-180 grid gap-3">
          {racks.map((rack) => (
            <li key={rack.id} className="relative rounded border border-line-strong p-3 hover:bg-vial-soft">
              <Link
                to="/storage/racks/$id"
                params={{ id: rack.id }}
                className="whole font-600 text-ink no-underline"
              >
                {rack.name}
              </Link>
              <Used used={rack.used} places={rack.rows * rack.columns} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function Used({ used, places }: { used: number; places: number }) {
  const free = places - used
  return (
    <>
      <span className="mt-2 block h-1.5 rounded bg-sunk" aria-hidden="true">
        <span className="block h-full rounded bg-vial" style={{ inlineSize: `${(100 * used) / places}%` }} />
      </span>
      <span className="hint mt-1 block">
        {free === 0
          ? plural(used, { one: 'Full: # tube', other: 'Full: # tubes' })
          : plural(used, { one: `# tube, ${free} free`, other: `# tubes, ${free} free` })}
      </span>
    </>
  )
}
