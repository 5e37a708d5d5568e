import { t } from '@lingui/core/macro'
import {
  addAntibiotic,
  addOrganism,
  changeAntibiotic,
  changeOrganism,
  type MicrobiologySetup,
} from '#contract/microbiology.ts'
import { organismGroups } from '#contract/susceptibility.ts'
import { choicesIn } from '../../lib/translated.ts'
import { NamedForm } from '../../screen/named-form.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { SelectField, TextField } from '../../ui/fields.tsx'

export type Organism = MicrobiologySetup['organisms'][number]
export type Antibiotic = MicrobiologySetup['antibiotics'][number]

export function OrganismForm({ of, onClose }: { of: Organism | null; onClose: () => void }) {
  const form = useResourceForm(of ? changeOrganism : addOrganism, {
    ...(of && { params: { code: of.code }, of }),
    onDone: onClose,
  })
  return (
    <NamedForm
      form={form}
      scope="organism"
      onClose={onClose}
      of={of}
      adds={t`Add an organism`}
      ended={t`No longer used`}
    >
      <SelectField
        name="group"
        label={t`Group`}
        options={choicesIn(organismGroups)}
        placeholder={t`Choose the group`}
        required
      />
      <TextField
        name="whonetCode"
        label={t`WHONET code`}
        hint={t`For the export. Without a code the export has the name.`}
        optional
        maxLength={8}
        autoComplete="off"
      />
    </NamedForm>
  )
}

export function AntibioticForm({ of, onClose }: { of: Antibiotic | null; onClose: () => void }) {
  const form = useResourceForm(of ? changeAntibiotic : addAntibiotic, {
    ...(of && { params: { code: of.code }, of }),
    onDone: onClose,
  })
  return (
    <NamedForm
      form={form}
      scope="antibiotic"
      onClose={onClose}
      of={of}
      adds={t`Add an antibiotic`}
      ended={t`No longer used`}
    >
      {of === null && (
        <TextField
          name="code"
          label={t`Abbreviation`}
          hint={t`Capital letters and digits, for example AMP. It cannot be changed later.`}
          required
          maxLength={8}
          autoComplete="off"
          autoCapitalize="characters"
        />
      )}
      <TextField name="class" label={t`Class`} optional maxLength={80} autoComplete="off" />
    </NamedForm>
  )
}
