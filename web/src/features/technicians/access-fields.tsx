import { t } from '@lingui/core/macro'
import { moneyPermissions, type Permission, permissionNames, permissions } from '#contract/permissions.ts'
import { translated } from '../../lib/translated.ts'
import { FieldGroup } from '../../ui/field-group.tsx'
import { CheckboxField } from '../../ui/fields.tsx'

/** What somebody may do beyond the daily work: each with what it lets them do. */
export function PermissionFields({
  chosen,
  pricesOn,
  onChange,
}: {
  chosen: readonly Permission[]
  /** Without prices, permissions on prices are not offered; an account that has such a permission keeps it. */
  pricesOn: boolean
  onChange: (chosen: Permission[]) => void
}) {
  const offered = permissionNames.filter((name) => pricesOn || !moneyPermissions.includes(name))
  return (
    <FieldGroup name="permissions" label={t`Permissions`} hint={t`Changes apply from their next action.`}>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(16rem,100%),1fr))] gap-x-4">
        {offered.map((name) => (
          <CheckboxField
            key={name}
            name={`may-${name}`}
            label={
              <>
                <strong>{translated(permissions[name].label)}</strong>
                <span className="hint block">{translated(permissions[name].about)}</span>
              </>
            }
            checked={chosen.includes(name)}
            onChange={(event) =>
              onChange(
                permissionNames.filter((one) =>
                  one === name ? event.currentTarget.checked : chosen.includes(one),
                ),
              )
            }
          />
        ))}
      </div>
    </FieldGroup>
  )
}

/** Why this choice of sites cannot be saved, or null. */
export const noneChosen = (sites: readonly string[] | null) =>
  sites?.length === 0 ? t`Choose at least one site.` : null

/** Whose patients somebody sees: those of all sites (null), or of some. */
export function SiteFields({
  sites,
  chosen,
  whyNot,
  onChange,
}: {
  sites: readonly { id: string; name: string }[]
  chosen: readonly string[] | null
  /** Why it cannot be changed here. */
  whyNot: string | null
  onChange: (chosen: string[] | null) => void
}) {
  return (
    <FieldGroup
      name="sites"
      label={t`Sites whose patients they see`}
      hint={whyNot ?? t`They see no visits, results or queues of other sites.`}
      disabled={whyNot !== null}
    >
      <CheckboxField
        name="all-sites"
        label={t`All sites, also those that are added later`}
        checked={chosen === null}
        onChange={(event) => onChange(event.currentTarget.checked ? null : [])}
      />
      {chosen !== null &&
        sites.map(({ id, name }) => (
          <CheckboxField
            key={id}
            name={`site-${id}`}
            label={name}
            checked={chosen.includes(id)}
            onChange={(event) => {
              const on = event.currentTarget.checked
              onChange(sites.map((site) => site.id).filter((one) => (one === id ? on : chosen.includes(one))))
            }}
          />
        ))}
    </FieldGroup>
  )
}
