import { sayMinutes } from '../../lib/times.ts'

type Topic = { title: string; questions: readonly { question: string; answer: string }[] }

/** The support page's questions. `cutOffMinutes`: until how long before a visit its owner may change it. */
export function topics(cutOffMinutes: number): readonly Topic[] {
  const ahead = sayMinutes(cutOffMinutes)
  return [
    {
      title: 'Booking lab tests',
      questions: [
        {
          question: 'How do I book a lab test?',
          answer:
            'Choose one or more tests and pick one of the free times. You need no account: a code confirms your address. Before you submit, you see how long the visit takes and how to prepare. Afterwards you get a reference, a QR code for check-in and an entry for your calendar.',
        },
        {
          question: 'Must I do anything before the visit?',
          answer:
            'Some tests need you to fast or to bring a sample. The booking form says so for the tests you chose, and the appointment shows it again. Where it says nothing, come as you are.',
        },
        {
          question: 'Can I book for somebody else?',
          answer:
            'Yes. Enter the name, age and gender of the person who is tested, for example your child. The appointment stays in your account.',
        },
      ],
    },
    {
      title: 'Receiving results',
      questions: [
        {
          question: 'How do I learn that my results are ready?',
          answer:
            'You will be told by SMS or e-mail. Such a message is not meant to name a test or a value: log in to read the results.',
        },
        {
          question: 'How long does it take?',
          answer:
            'From about an hour for a blood sugar to two days for a genotype. Each test shows its usual time when you book.',
        },
        {
          question: 'One of my values is outside its range. What now?',
          answer:
            'A range is where most healthy people lie, and a value outside it is not a diagnosis. Please talk to your healthcare provider about it.',
        },
      ],
    },
    {
      title: 'Technician schedules',
      questions: [
        {
          question: 'Can I choose the technician who takes my sample?',
          answer:
            'A visit is booked at a time, not with a person: the technicians on shift share the work. If you would rather be seen by a woman or a man, or by someone you know, tell us at the desk or write to us before the visit.',
        },
        {
          question: 'When are technicians at work?',
          answer:
            'During all opening hours. The free times you are offered already take opening hours, holidays and closures into account.',
        },
      ],
    },
    {
      title: 'Cancelling or rescheduling',
      questions: [
        {
          question: 'How do I cancel or move an appointment?',
          answer: `Log in, open Appointment in your dashboard and choose the edit link of the visit. You can do that until ${ahead} before it starts; after that, please call us.`,
        },
        {
          question: 'Do I lose my time when I try to move it?',
          answer:
            'No. The old time stays yours until the new one is confirmed; if the new one was taken a moment before, you are offered the nearest free times.',
        },
      ],
    },
  ]
}
