import { t } from '@lingui/core/macro'
import {
  type DeliveryChannel,
  type DeliveryState,
  deliveryChannels,
  deliveryStates,
} from '#contract/notifications.ts'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { channelWords, stateWords } from './delivery-words.ts'

/** What was typed is personal and never in the address. */
export type DeliveryFilter = { typed: string; channel: DeliveryChannel | ''; state: DeliveryState | '' }

export function DeliveryFilters({
  filter,
  onFilter,
}: {
  filter: DeliveryFilter
  onFilter: (filter: DeliveryFilter) => void
}) {
  return (
    <search
      className="mb-6 grid max-w-190 grid-cols-[minmax(0,2fr)_repeat(2,minmax(0,1fr))] items-start gap-4 max-sm:grid-cols-2 max-sm:gap-3 max-sm:[&>:first-child]:col-span-2"
      aria-label={t`Deliveries shown`}
    >
      <TextField
        name="search"
        label={t`Sent to`}
        type="search"
        hint={t`Address, number, name or reference`}
        value={filter.typed}
        maxLength={200}
        onChange={({ currentTarget: { value } }) => onFilter({ ...filter, typed: value })}
      />
      <SelectField
        name="channel"
        label={t`Channel`}
        placeholder={t`All`}
        options={deliveryChannels.map((value) => ({ value, label: channelWords[value] }))}
        value={filter.channel}
        onChange={({ currentTarget: { value } }) =>
          onFilter({ ...filter, channel: deliveryChannels.find((one) => one === value) ?? '' })
        }
      />
      <SelectField
        name="state"
        label={t`State`}
        placeholder={t`All`}
        options={deliveryStates.map((value) => ({ value, label: stateWords[value].label }))}
        value={filter.state}
        onChange={({ currentTarget: { value } }) =>
          onFilter({ ...filter, state: deliveryStates.find((one) => one === value) ?? '' })
        }
      />
    </search>
  )
}
