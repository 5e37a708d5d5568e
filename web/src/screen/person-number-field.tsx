import { t } from '@lingui/core/macro'
import type { ComponentProps } from 'react'
import type { FoundPerson } from '#contract/found-person.ts'
import { TextField } from '../ui/fields.tsx'

/** The number of the person for whom staff enter a visit. After a search it is that of the chosen person. */
export const PersonNumberField = ({
  person,
  ...props
}: { person: FoundPerson | null } & Pick<ComponentProps<typeof TextField>, 'value' | 'onChange'>) => (
  <TextField
    {...props}
    name="personNumber"
    label={t`Person number`}
    optional={person === null}
    hint={
      person
        ? t`Links this visit to their earlier results.`
        : t`For somebody who was here before: it links this visit to their earlier results. It is on their report and on the page of an earlier appointment.`
    }
    maxLength={40}
    autoComplete="off"
    readOnly={person !== null}
    defaultValue={props.onChange ? undefined : person?.number}
  />
)
