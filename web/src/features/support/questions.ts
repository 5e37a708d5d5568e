import { t } from '@lingui/core/macro'
import { sayMinutes } from '../../lib/times.ts'

type Topic = { title: string; questions: readonly { question: string; answer: string }[] }

/** The support page's questions. `cutOffMinutes`: until how long before a visit its owner may change it. */
export function topics(cutOffMinutes: number): readonly Topic[] {
  const ahead = sayMinutes(cutOffMinutes)
  return [
    {
      title: t`Booking lab tests`,
      questions: [
        {
          question: t`How do I book a lab test?`,
          answer: t`Choose one or more tests and pick one of the free times. You need no account: a code confirms your address. Before you submit, you see how long the visit takes and how to prepare. Afterwards you get a reference, a QR code for check-in and an entry for your calendar.`,
        },
        {
          question: t`Do I need to do anything before the visit?`,
          answer: t`Some tests need you to fast or to bring a sample. The booking form says so for the tests you chose, and the appointment shows it again. Where it says nothing, come as you are.`,
        },
        {
          question: t`Can I book for somebody else?`,
          answer: t`Yes. Enter the name, age and gender of the person who is tested, for example your child. The appointment stays in your account.`,
        },
      ],
    },
    {
      title: t`Receiving results`,
      questions: [
        {
          question: t`How will I know that my results are ready?`,
          answer: t`You will be told by SMS or e-mail. The message names neither a test nor a value: log in to read the results. Without an account, the laboratory sends you a link or gives you a slip; both open with your date of birth or a code.`,
        },
        {
          question: t`How long does it take?`,
          answer: t`That depends on the tests: some take an hour, others several days. When you have chosen your tests, the booking form shows how long the results usually take.`,
        },
        {
          question: t`One of my values is outside its range. What now?`,
          answer: t`A range is where most healthy people lie, and a value outside it is not a diagnosis. Please talk to your healthcare provider about it.`,
        },
      ],
    },
    {
      title: t`Technician schedules`,
      questions: [
        {
          question: t`Can I choose the technician who takes my sample?`,
          answer: t`A visit is booked at a time, not with a person: the technicians on shift share the work. If you would rather be seen by a woman or a man, or by someone you know, tell us at the desk or write to us before the visit.`,
        },
        {
          question: t`When are technicians at work?`,
          answer: t`During all opening hours. The free times you are offered already take opening hours, holidays and closures into account.`,
        },
      ],
    },
    {
      title: t`Cancelling or rescheduling`,
      questions: [
        {
          question: t`How do I cancel or move an appointment?`,
          answer: t`Log in, open Appointment in your dashboard and choose the edit link of the visit. You can do that until ${ahead} before it starts; after that, please call us.`,
        },
        {
          question: t`Do I lose my time if I try to move it?`,
          answer: t`No. The old time stays yours until the new one is confirmed; if the new one was taken a moment before, you are offered the nearest free times.`,
        },
      ],
    },
  ]
}
