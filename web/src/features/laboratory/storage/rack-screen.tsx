import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { rackLabel, readStorageRack, type StorageRack, sayPosition, storageKinds } from '#contract/storage.ts'
import { call } from '../../../api/client.ts'
import { queryFor } from '../../../api/queries.ts'
import { translated } from '../../../lib/translated.ts'
import { Screen } from '../../../screen/screen.tsx'
import { usePdf } from '../../../screen/use-pdf.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { PrinterIcon } from '../../../ui/icons.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Page } from '../../../ui/page.tsx'
import { QrCode } from '../../../ui/qr-code.tsx'
import { CodeBar } from '../bench/code-bar.tsx'
import { ChangeRackForm } from './place-forms.tsx'
import { RackMap } from './rack-map.tsx'
import { TubeAt } from './tube-at.tsx'
import { useFilling } from './use-filling.ts'

/** A rack as a map. Each scanned tube takes the next position; a click on a free position makes it the next one. */
export function RackScreen({ id, at, maySetUp }: { id: string; at: number | undefined; maySetUp: boolean }) {
  const { data: rack } = useSuspenseQuery({
    ...queryFor(readStorageRack, { params: { id } }),
    refetchInterval: 15_000,
  })
  const field = useRef<HTMLInputElement>(null)
  const [shown, setShown] = useState<number | null>(at ?? null)
  const filling = useFilling(rack, () => setShown(null))
  const { next, last } = filling
  const tube = rack.tubes.find(({ position }) => position === shown)
  const label = next === null ? null : sayPosition(next, rack.columns)
  return (
    <Page>
      <CodeBar
        field={field}
        busy={filling.isBusy}
        hint={
          label === null
            ? t`The rack is full. Scan the code of another rack to open it.`
            : t`Scan one tube after another. The next tube goes into ${label}.`
        }
        onCode={filling.scan}
      />
      <Screen
        rhythm="cards"
        title={rack.name}
        about={`${rack.unit.name}, ${translated(storageKinds[rack.unit.kind])}`}
        action={maySetUp && <ChangeRackForm of={rack} />}
      >
        {last && (
          <Notice kind={last.isGood ? 'info' : 'error'}>
            <p>{last.text}</p>
          </Notice>
        )}
        <div className="grid grid-cols-[minmax(0,1fr)_300px] items-start gap-6 max-xl:grid-cols-1">
          <RackMap
            rack={rack}
            next={next}
            shown={shown}
            onTube={setShown}
            onFree={(position) => {
              setShown(null)
              filling.goTo(position)
            }}
          />
          <div className="stack gap-5">
            {tube ? (
              <TubeAt key={tube.accession} tube={tube} columns={rack.columns} />
            ) : (
              <Next label={label} />
            )}
            <Label rack={rack} />
          </div>
        </div>
      </Screen>
    </Page>
  )
}

function Next({ label }: { label: string | null }) {
  return (
    <Card title={t`Next position`}>
      <p className="font-650 text-xl">{label ?? t`The rack is full`}</p>
      <p className="hint">
        <Trans>Choose a free position to continue from there, or a tube to see its details.</Trans>
      </p>
    </Card>
  )
}

function Label({ rack: { id, name, code } }: { rack: StorageRack }) {
  const label = usePdf(() => call(rackLabel, { params: { id } }), `${name}.pdf`)
  return (
    <Card title={t`Label`}>
      <QrCode number={code} className="size-28 bg-white fill-current text-black" />
      <p className="figures mt-2">{code}</p>
      <p className="hint">
        <Trans>Scan this code to open the rack.</Trans>
      </p>
      <Button className="mt-3" pending={label.isPending} onClick={() => label.open()}>
        <PrinterIcon size={18} />
        <Trans>Print the label</Trans>
      </Button>
    </Card>
  )
}
