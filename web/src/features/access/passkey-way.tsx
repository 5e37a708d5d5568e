import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { beginPasskeyLogIn, type PasskeySignature, passkeyLogIn } from '#contract/passkeys.ts'
import { laboratory } from '#contract/sites.ts'
import { call } from '../../api/client.ts'
import { hasPasskeys, offerPasskeys, signByPasskey, stopOffering } from '../../api/passkey-here.ts'
import { queryFor } from '../../api/queries.ts'
import { useCall } from '../../screen/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { useArrival } from './use-arrival.ts'

/** The button to log in with a passkey, where the laboratory and the browser have passkeys. */
export function PasskeyWay({ from }: { from: string | undefined }) {
  const { data } = useQuery(queryFor(laboratory))
  return data?.signIn.passkey && hasPasskeys() ? <LogInByPasskey from={from} /> : null
}

function LogInByPasskey({ from }: { from: string | undefined }) {
  const [refusals, setRefusals] = useState(0)
  const logIn = useCall(
    async (chosen: PasskeySignature | null) =>
      call(passkeyLogIn, { body: chosen ?? (await signByPasskey(await call(beginPasskeyLogIn))) }),
    {
      says: false,
      saysRefusal: true,
      onDone: useArrival(from),
      // The button has ended the offer in the field.
      onRefused: (_, chosen) => chosen ?? setRefusals((before) => before + 1),
    },
  )
  useOffer(logIn.mutate, refusals)
  return (
    <div className="mt-5">
      <Button wide pending={logIn.isPending} onClick={() => logIn.mutate(null)}>
        <Trans>Log in with a passkey</Trans>
      </Button>
    </div>
  )
}

/** A challenge works for ten minutes. */
const renewMs = 9 * 60_000

/** Offers passkeys in the field for the address, again after the button was used in vain, and before the challenge has expired. */
function useOffer(enter: (chosen: PasskeySignature) => void, refusals: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a use of the button has ended the offer.
  useEffect(() => {
    let isLeft = false
    const offer = async () => {
      const chosen = await offerPasskeys(() => call(beginPasskeyLogIn))
      if (chosen && !isLeft) enter(chosen)
    }
    void offer()
    const renewal = setInterval(offer, renewMs)
    return () => {
      isLeft = true
      clearInterval(renewal)
      void stopOffering()
    }
  }, [enter, refusals])
}
