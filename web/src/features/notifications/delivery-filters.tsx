import {
  type DeliveryChannel,
  type DeliveryState,
  deliveryChannels,
  deliveryStates,
} from '#contract/notifications.ts'
import { SelectField, TextField } from '../../ui/fields.tsx'
import css from './deliveries-screen.module.css'
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
    <search className={css.filters} aria-label="Deliveries shown">
      <TextField
        name="search"
        label="Sent to"
        type="search"
        hint="Address, number, name or reference"
        value={filter.typed}
        maxLength={200}
        onChange={({ currentTarget: { value } }) => onFilter({ ...filter, typed: value })}
      />
      <SelectField
        name="channel"
        label="Channel"
        placeholder="All"
        options={deliveryChannels.map((value) => ({ value, label: channelWords[value] }))}
        value={filter.channel}
        onChange={({ currentTarget: { value } }) =>
          onFilter({ ...filter, channel: deliveryChannels.find((one) => one === value) ?? '' })
        }
      />
      <SelectField
        name="state"
        label="State"
        placeholder="All"
        options={deliveryStates.map((value) => ({ value, label: stateWords[value].label }))}
        value={filter.state}
        onChange={({ currentTarget: { value } }) =>
          onFilter({ ...filter, state: deliveryStates.find((one) => one === value) ?? '' })
        }
      />
    </search>
  )
}
