import { t } from '@lingui/core/macro'
import type { ComponentProps } from 'react'
import { SelectField } from '../ui/fields.tsx'

export const GenderField = (props: Omit<ComponentProps<typeof SelectField>, 'label' | 'options'>) => (
  <SelectField
    {...props}
    label={t`Gender`}
    required
    placeholder={t`Select`}
    options={[
      { value: 'female', label: t`Female` },
      { value: 'male', label: t`Male` },
    ]}
  />
)
