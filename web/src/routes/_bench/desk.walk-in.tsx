import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { catalogueTests } from '#contract/sites.ts'
import { queryFor, startLoading } from '../../api/queries.ts'
import { BillFields } from '../../features/money/bill-fields.tsx'
import { OrderFields } from '../../features/orders/order-fields.tsx'
import { BabyFields } from '../../features/patients/baby-fields.tsx'
import { NamingField } from '../../features/patients/naming-field.tsx'
import { PersonFinder } from '../../features/patients/person-finder.tsx'
import { WalkInScreen } from '../../features/queue/walk-in-screen.tsx'

export const Route = createFileRoute('/_bench/desk/walk-in')({
  staticData: { title: t`Register a walk-in`, back: '/desk' },
  validateSearch: ({ from }: Record<string, unknown>): { from?: 'appointments' } =>
    from === 'appointments' ? { from } : {},
  loader: ({ context }) => startLoading(context.queryClient, queryFor(catalogueTests)),
  component: () => (
    <WalkInScreen
      from={Route.useSearch().from ?? 'desk'}
      PersonFinder={PersonFinder}
      NamingField={NamingField}
      BabyFields={BabyFields}
      OrderFields={OrderFields}
      BillFields={BillFields}
    />
  ),
})
