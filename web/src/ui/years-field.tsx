import { t } from '@lingui/core/macro'
import type { ComponentProps } from 'react'
import { TextField } from './fields.tsx'

/** An age in whole years. */
export const YearsField = (props: Omit<ComponentProps<typeof TextField>, 'label' | 'type'>) => (
  <TextField
    required={!props.optional}
    autoComplete="off"
    {...props}
    label={t`Age`}
    type="number"
    inputMode="numeric"
    min={0}
    max={130}
    step={1}
  />
)
