import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type ChangeEvent, useRef, useState } from 'react'
import {
  exportInstrumentProfile,
  type InstrumentProfileFile,
  importInstrumentProfile,
} from '#contract/instruments.ts'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { useCall } from '../../screen/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { saveFile } from '../../ui/save-file.ts'

/** Saves the settings and codes of an analyser as a profile. */
export function ExportProfile({ id }: { id: string }) {
  const take = useCall(
    async () => {
      const profile = await call(exportInstrumentProfile, { params: { id } })
      saveFile(
        new Blob([`${JSON.stringify(profile, null, 2)}\n`], { type: 'application/json' }),
        `${profile.key}.json`,
      )
    },
    { saysRefusal: true },
  )
  return (
    <Button pending={take.isPending} onClick={() => take.mutate()}>
      <Trans>Export as a profile</Trans>
    </Button>
  )
}

/** Imports a profile from a file. A refusal names each wrong field. */
export function ImportProfile() {
  const input = useRef<HTMLInputElement>(null)
  const [wrong, setWrong] = useState<readonly string[]>([])
  const take = useCall(
    async (file: File) => {
      // The server checks the fields.
      const body = JSON.parse(await file.text()) as InstrumentProfileFile
      return call(importInstrumentProfile, { body })
    },
    {
      saysRefusal: (error) => (error instanceof ApiError ? error.message : t`The file is not JSON.`),
    },
  )
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.currentTarget.files ?? []
    event.currentTarget.value = ''
    setWrong([])
    if (!file) return
    take.mutate(file, {
      onError: (error) => setWrong(error instanceof ApiError ? fieldsOf(error) : []),
    })
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        aria-label={t`Profile file`}
        className="visually-hidden"
        tabIndex={-1}
        onChange={choose}
      />
      <Button pending={take.isPending} onClick={() => input.current?.click()}>
        <Trans>Import a profile</Trans>
      </Button>
      {wrong.length > 0 && (
        <Notice kind="warning" className="w-full">
          <ul>
            {wrong.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  )
}

const fieldsOf = ({ fields }: ApiError) =>
  Object.entries(fields).map(([field, messages]) => `${field}: ${messages?.join('; ') ?? ''}`)
