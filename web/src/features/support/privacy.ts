import { t } from '@lingui/core/macro'

/** What is kept about a person, who sees it, and what the person can do. Each sentence must be true of the product. */
export const privacy = [
  [
    t`What is kept`,
    t`Your name, date of birth or age, gender, phone number and e-mail address; your visits, samples and results; the messages between you and the laboratory; and who opened your record.`,
  ],
  [
    t`What it is used for`,
    t`To plan your visits, carry out your tests, have them checked by qualified staff, and tell you about them. It is not sold and not used for advertising.`,
  ],
  [
    t`Who sees it`,
    t`You, the people you give access to, and the staff of the laboratory as far as their work needs it. Each time staff open your record, the access is logged. If you have an account, your dashboard shows who has seen it.`,
  ],
  [
    t`What leaves the laboratory`,
    t`SMS and e-mail go through the services that carry them. An SMS names neither a test nor a result. An e-mail about a visit lists its tests, unless they are confidential, and no e-mail has a result. A report goes to somebody else only if you share it, hand it over or named them on the order.`,
  ],
  [
    t`What your browser keeps`,
    t`The fact that you are logged in, a cookie that recognises this browser when you log in, your language, and what you have started to type, until you send it or log out. There are no trackers and no cookies from other companies.`,
  ],
  [
    t`How long`,
    t`What belongs to your medical record is kept as long as the law requires. A link to a result ends after 30 days. If you close your account, you can no longer log in, and your upcoming visits are cancelled.`,
  ],
  [
    t`What you can ask for`,
    t`You can read and correct your details in your profile. Write to the laboratory if you want a copy of your data, a correction that you cannot make yourself, or an explanation.`,
  ],
  [
    t`If you are not satisfied`,
    t`Please tell the laboratory first. You can also complain to the data protection authority of your country; in Ghana it is the Data Protection Commission.`,
  ],
] as const
