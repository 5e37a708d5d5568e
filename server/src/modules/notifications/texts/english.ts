import type { Wordings } from './wording.ts'

const stop = 'Reply STOP for no more SMS.'
const answer = 'Reply 1 to confirm, C to cancel, STOP for no more SMS.'
const notYou = 'If this was not you, there is nothing to do: without this mail nobody gets any further.'
const visit = `{details}

{tests}

Before you come:
{preparation}

[See or change it]({link})`

/** The built-in English texts. Names of tests stay out of subjects, which show on locked screens. */
export const english: Wordings = {
  visit_booked: {
    subject: 'Your laboratory visit is booked',
    mail: `your visit is booked:

${visit}`,
    sms: `{laboratory}: Your visit is booked: {when}, {site}. Ref {reference}. ${stop}`,
    push: ['Your visit is booked', '{when}, {site}'],
  },
  visit_changed: {
    subject: 'Your laboratory visit was changed',
    mail: `your visit was changed. This is what counts now:

${visit}`,
    sms: `{laboratory}: Your visit was changed. Now: {when}, {site}. Ref {reference}. ${stop}`,
    push: ['Your visit was changed', 'Now: {when}, {site}'],
  },
  visit_cancelled: {
    subject: 'Your laboratory visit is cancelled',
    mail: `your visit is cancelled, and there is nothing more to do:

{details}

{tests}

You are welcome to book another at any time.`,
    sms: `{laboratory}: Your visit of {when} is cancelled. Ref {reference}. ${stop}`,
    push: ['Your visit is cancelled', 'The time of {when} is free again.'],
  },
  visit_called_off: {
    subject: 'We had to cancel your laboratory visit',
    mail: `the laboratory had to cancel your visit. We are sorry. This one will not take place:

{details}

{tests}

Please choose another time, or call us at {phone} and we will do it for you:

[Choose another time]({link})`,
    sms: `{laboratory}: We are sorry, we had to cancel your visit of {when}. Ref {reference}. For another time call {phone}. ${stop}`,
    push: [
      'We had to cancel your visit',
      'The visit of {when} will not take place. Please choose another time.',
    ],
    app: 'The laboratory cancelled your visit',
  },
  visit_closed_out: {
    subject: 'Please choose another time for your laboratory visit',
    mail: `the laboratory will be closed at the time of your visit ({reason}). We are sorry. This is the visit:

{details}

Please choose another time, or call us at {phone} and we will do it for you:

[Choose another time]({link})`,
    sms: `{laboratory}: We are closed at the time of your visit of {when}. Please choose another: {link} or call {phone}. ${stop}`,
    push: ['Please choose another time', 'We are closed at the time of your visit of {when}.'],
    app: 'Please choose another time for your visit: we are closed then',
  },
  visit_again: {
    subject: 'A new time for your laboratory visit',
    mail: `we would like to take another sample for your visit: one could not be used, or a test was added. This says nothing about your health. We keep this time for you:

{details}

Before you come:
{preparation}

If it suits you, there is nothing to do. If not, choose another time:

[See or change it]({link})`,
    sms: `{laboratory}: We would like to see you again: {when}, {site}. Ref {reference}. ${answer}`,
    push: ['A new time for your visit', 'We would like to see you again: {when}, {site}'],
  },
  visit_reminder: {
    subject: 'Your laboratory visit is near',
    mail: `we expect you soon:

${visit}`,
    sms: `{laboratory}: See you {when}, {site}. Ref {reference}. ${answer}`,
    push: ['Your visit is near', '{when}, {site}'],
  },
  fasting_begins: {
    subject: 'Before your laboratory visit',
    mail: `your visit is coming, and it needs an empty stomach. Please eat nothing from {fastFrom} on:

{details}

Before you come:
{preparation}

[See or change it]({link})`,
    sms: `{laboratory}: For your visit {when} please eat nothing from {fastFrom} on. Water is fine. ${stop}`,
    push: ['Before your visit', 'Please eat nothing from {fastFrom} on. Water is fine.'],
    app: 'Before your visit: come with an empty stomach',
  },
  turn_near: {
    subject: 'Your turn is near',
    mail: `you will be called soon at {site}. Please stay close to the waiting room.

[See your place]({link})`,
    sms: `{laboratory}: Your turn is near at {site}. Please stay close to the waiting room.`,
    push: ['Your turn is near', 'Please come back to the waiting room of {site}.'],
    app: 'Your turn is near: please stay close to the waiting room',
  },
  results_ready: {
    subject: 'Your results are ready',
    mail: `the results of your visit are ready to read.

{details}

[Log in to read them]({link})`,
    sms: '{laboratory}: Your results are ready. Log in to read them: {link}',
    push: ['Your results are ready', 'Log in to read them.'],
  },
  result_corrected: {
    subject: 'A result was corrected',
    mail: `the laboratory has corrected a result of your visit. The new report says what changed and why.

{details}

[Log in to read it]({link})`,
    sms: '{laboratory}: A result was corrected. Log in to read it: {link}',
    push: ['A result was corrected', 'Log in to read what changed.'],
  },
  result_link: {
    sms: '{laboratory}: Your laboratory report can be opened here: {link} It asks for the date of birth, or for the code on your slip, and works for 30 days.',
  },
  result_withdrawn: {
    subject: 'A result was withdrawn',
    mail: `the laboratory has withdrawn a result of your visit: please do not rely on it any more. The report says why. If you have shown it to somebody, tell them too.

{details}

[Log in to read it]({link})`,
    sms: '{laboratory}: A result was withdrawn: please do not rely on it any more. Log in to read why: {link}',
    push: ['A result was withdrawn', 'Please do not rely on it any more. Log in to read why.'],
    app: 'A result was withdrawn: please do not rely on it',
  },
  registration_code: {
    subject: 'Your code to sign up',
    mail: `welcome. With this code your account is ready in a moment:

{code}

[Or open this page, where it is filled in]({link})

It works once, for 10 minutes. ${notYou}`,
  },
  mail_code: {
    subject: 'Your code: {code}',
    mail: `here is your code:

{code}

Type it on the page that asks for it. It works once, for 10 minutes. ${notYou}`,
  },
  phone_code: {
    sms: '{laboratory}: Your code is {code}. It works once, for 10 minutes. Do not share it.',
  },
  phone_changed: {
    subject: 'The phone number that you log in with was changed',
    mail: `from now on you log in with another phone number, or with your e-mail address only.

If this was not you, please call us at once: {phone}`,
    sms: '{laboratory}: The phone number that you log in with was changed. If this was not you, call us at once: {phone}',
    push: [
      'The phone number that you log in with was changed',
      'If this was not you, please call us at once.',
    ],
  },
  sign_in_changed: {
    subject: 'The way you log in was changed',
    mail: `a passkey or an authenticator app was added to your account, or removed from it.

[See how you log in]({link})

If this was not you, please call us at once: {phone}`,
    sms: '{laboratory}: A passkey or authenticator app was added to your account or removed. If this was not you, call us at once: {phone}',
    push: ['The way you log in was changed', 'If this was not you, please call us at once.'],
  },
  registration_known: {
    subject: 'You have an account already',
    mail: `somebody, probably you, asked for an account with this address. You have one already, so nothing was changed.

[Log in]({loginLink})

[If you forgot your password]({link})`,
  },
  password_reset: {
    subject: 'Set a new password',
    mail: `here you can choose a new password:

[Set a new password]({link})

The link works once, for 30 minutes. ${notYou}`,
  },
  password_changed: {
    subject: 'Your password was changed',
    mail: `your password was just changed, and you were signed out everywhere else.

If this was not you, set a new one at once and call us at {phone}:

[Set a new password]({link})`,
    sms: '{laboratory}: Your password was changed. If this was not you, call us at once: {phone}',
    push: ['Your password was changed', 'If this was not you, set a new one at once and call us.'],
  },
  email_change: {
    subject: 'Confirm your new e-mail address',
    mail: `please confirm that this is your address from now on:

[Confirm the address]({link})

The link works once, for 24 hours. ${notYou}`,
  },
  email_change_asked: {
    subject: 'Your e-mail address is about to change',
    mail: `a new e-mail address was given for your account. It counts once it is confirmed; we write to this one until then.

If this was not you, set a new password now. That also stops the change.

[Set a new password]({link})`,
    sms: '{laboratory}: A new e-mail address was given for your account. If this was not you, call us at once: {phone}',
    push: ['Your e-mail address is about to change', 'If this was not you, set a new password now.'],
  },
  email_changed: {
    subject: 'Your e-mail address was changed',
    mail: `from now on we write to your new address, and you log in with it.

If this was not you, please call us at once: {phone}`,
    sms: '{laboratory}: The e-mail address of your account was changed. If this was not you, call us at once: {phone}',
    push: ['Your e-mail address was changed', 'If this was not you, please call us at once.'],
  },
  issuer_joined: {
    subject: 'A new way to log in to your account',
    mail: `you can now also log in through {issuer}, which has confirmed that this address is yours.

If this was not you, set a new password and call us at {phone}.

[Set a new password]({link})`,
    sms: '{laboratory}: There is a new way to log in to your account. If this was not you, call us at once: {phone}',
    push: ['A new way to log in to your account', 'If this was not you, set a new password and call us.'],
  },
  desk_answered: {
    subject: 'The laboratory answered you',
    mail: `the laboratory answered your message. For your privacy, the answer is not in this e-mail.

[Read the answer]({link})`,
    sms: '{laboratory}: We answered your message. Read it here: {link}',
    push: ['The laboratory answered you', 'Open your account to read the answer.'],
  },
  tests_due: {
    subject: 'It is time to book planned tests',
    mail: `tests that were planned for you, or for somebody whom you look after, are due soon. For your privacy, this e-mail does not name them.

[Book a time]({link})`,
    sms: '{laboratory}: Planned tests are due soon. Book a time here: {link}',
    push: ['Planned tests are due soon', 'Open your account to book a time.'],
  },
  records_joined: {
    subject: 'Your records were joined',
    mail: `the laboratory had a person more than once on record, whose results your account opens, and has joined these records: the visits and results are together now. You log in as before.

[Log in]({link})

If you think that this is a mistake, please call us: {phone}. It can be undone.`,
    sms: '{laboratory}: We joined two records of one person that your account opens. If they are not of one person, call us: {phone}',
  },
  records_parted: {
    subject: 'Your records were separated again',
    mail: `the laboratory had joined two records by mistake and has separated them again. Your account opens the visits and results that it opened before.

Questions? Please call us: {phone}`,
    sms: '{laboratory}: Two records that we had joined are two again. If you miss something, call us: {phone}',
  },
  erasure_asked: {
    subject: 'You asked us to erase your data',
    mail: `your request to erase your data is recorded. The laboratory decides, and tells you. Until then you can withdraw it:

[See the request]({link})

If it was not you who asked, please withdraw it and call us: {phone}`,
    sms: '{laboratory}: Your request to erase your data is recorded. If it was not you who asked, call us: {phone}',
  },
  erasure_done: {
    subject: 'Your data are erased',
    mail: `we have carried out your request: your account and contact details are erased, and nobody can log in to the account any more. What must be kept stays under your person number, as you were told before.

This is our last message to this address. Questions? Please call us: {phone}`,
    sms: '{laboratory}: Your account and contact details are erased, as you asked. This is our last message to this number.',
  },
  erasure_refused: {
    subject: 'Your request to erase your data',
    mail: `we cannot erase your data as you asked. The reason:

{reason}

Questions? Please call us: {phone}`,
    sms: '{laboratory}: We cannot erase your data as you asked. Please call us: {phone}',
  },
  account_unused: {
    subject: 'Your account will be erased',
    mail: `you have not used your account for a long time, and it opens no visit. We erase it on {date}, with your contact details. To keep it, log in once before that:

[Log in]({loginLink})

If you do not need it any more, there is nothing to do.`,
    sms: '{laboratory}: You have not used your account for a long time. We erase it on {date}. To keep it, log in before that.',
  },
  account_closed: {
    subject: 'Your account is closed',
    mail: `your account is closed and the visits you had to come are cancelled. Your results so far stay with us, as the law asks.

Thank you for your trust. You are welcome again at any time.`,
    sms: '{laboratory}: Your account is closed and your visits to come are cancelled. Your results so far stay with us, as the law asks.',
  },
  technician_invited: {
    subject: 'You are invited to {laboratory}',
    mail: `welcome to {laboratory}. Choose a password, and you can log in as a technician:

[Set your password]({link})

The link works once, for 7 days. If you did not expect it, there is nothing to do.

[From then on you log in here]({loginLink})`,
  },
  manager_invited: {
    subject: 'You are invited to manage {laboratory}',
    mail: `you are to manage {laboratory} with us. Choose a password, and you can log in as a manager:

[Set your password]({link})

The link works once, for 7 days. If you did not expect it, there is nothing to do.

[From then on you log in here]({loginLink})`,
  },
  clinician_invited: {
    subject: 'You are invited to order at {laboratory}',
    mail: `you can order tests at {laboratory} for your patients, follow their samples and read their results. Choose a password to begin:

[Set your password]({link})

The link works once, for 7 days. If you did not expect it, there is nothing to do.

[From then on you log in here]({loginLink})`,
  },
  technician_activated: {
    subject: 'Your account at {laboratory} is ready',
    mail: `you can log in to your work at {laboratory} now.

[Log in]({loginLink})`,
    sms: '{laboratory}: Your account is ready. Log in: {loginLink}',
    push: ['Your account is ready', 'You can log in to your work now.'],
  },
  technician_deactivated: {
    subject: 'Your account at {laboratory} was deactivated',
    mail: `your account as a technician of {laboratory} was deactivated: you cannot log in any more. What you did stays on record in your name.

If you did not expect this, please ask your manager or call {phone}.`,
  },
  manager_deactivated: {
    subject: 'Your account at {laboratory} was deactivated',
    mail: `your account as a manager of {laboratory} was deactivated: you cannot log in any more. What you did stays on record in your name.

If you did not expect this, please ask another manager or call {phone}.`,
  },
  clinician_deactivated: {
    subject: 'Your account at {laboratory} was deactivated',
    mail: `your account as a clinician at {laboratory} was deactivated: you cannot log in any more. Your orders stay on record.

If you did not expect this, please call {phone}.`,
  },
  callback_overdue: {
    subject: 'A critical value has not been reported in time',
    mail: `a critical value at {site} should have been reported by now, but is not recorded as reported. Visit {reference}.

Tried so far:
{tries}

Please report it, and record the call:

[Look at it]({link})`,
    sms: '{laboratory}: A critical value at {site} has not been reported in time. Visit {reference}. Please report it now.',
    push: ['Not reported in time', 'A critical value at {site} has not been reported. Visit {reference}.'],
    app: 'A critical value has not been reported in time: visit {reference}',
  },
  clinic_report: {
    subject: 'A report for your order {reference} is ready',
    mail: `a report for your order {reference} is released. Log in to read it:

[Open the order]({link})`,
    push: ['A report is ready', 'Order {reference} has a released report.'],
    app: 'A report for order {reference} is released',
  },
  clinic_box: {
    subject: 'Something was wrong in your box {reference}',
    mail: `we have checked the tubes of your box {reference}. Some were missing, could not be used, or were not on the list:

[See which]({link})`,
    push: ['Something was wrong in a box', 'Box {reference}: see which tubes.'],
    app: 'Something was wrong in your box {reference}',
  },
  clinic_call: {
    subject: 'Please call the laboratory about your order {reference}',
    mail: `we have to tell you something urgent about your order {reference}, and are calling your facility. If nobody has reached you, please call us at once: {phone}

[Open the order]({link})`,
    push: ['Please call the laboratory', 'Something about order {reference} is urgent.'],
    app: 'Please call the laboratory about order {reference}',
  },
  released_otherwise: {
    subject: 'Released reports to check',
    mail: `the record of a person was corrected. Reports that were released before would say something else now. They stay as they are until somebody corrects them.

[Open the record]({link})`,
    push: ['Reports to check', 'The record of a person was corrected. Check what was released before.'],
    app: 'A record was corrected: check the reports that were released before',
  },
  place_outside: {
    subject: '{place}: {reading}',
    mail: `{place}, {site}, was read at {reading}, which is outside its limits.

[See what was done]({link})`,
    push: ['Outside its limits', '{place} was read at {reading}.'],
    app: '{place} was read at {reading}, which is outside its limits',
  },
  values_held: {
    subject: 'Held values of {analyser}',
    mail: `values of the analyser {analyser}, {site}, have been held for more than an hour. They are not offered at the bench until somebody matches or discards them.

[See the held values]({link})`,
    push: ['Held values', 'Values of {analyser} have been held for more than an hour.'],
    app: 'Values of {analyser} have been held for more than an hour',
  },
  analyser_down: {
    subject: '{analyser} is out of use',
    mail: `{analyser}, {site}, was reported out of use. If it sends values of patients, they are held.

[See the analysers]({link})`,
    push: ['Equipment out of use', '{analyser}, {site}, was reported out of use.'],
    app: '{analyser} was reported out of use',
  },
  care_due: {
    subject: 'Calibration or service of {analyser} is due',
    mail: `the calibration or service of {analyser}, {site}, is due.

[See what is due]({link})`,
    push: ['Calibration or service due', 'The calibration or service of {analyser}, {site}, is due.'],
    app: 'The calibration or service of {analyser} is due',
  },
  stock_low: {
    subject: 'Order {item}',
    mail: `the stock of {item}, {site}, is at its reorder level or below.

[Open the item]({link})`,
    push: ['Stock is low', '{item}, {site}, is at its reorder level or below.'],
    app: '{item} is at its reorder level or below',
  },
  referral_late: {
    subject: 'Late reports of {referralLaboratory}',
    mail: `reports of {referralLaboratory} on samples of {site} are later than agreed.

[See the late reports]({link})`,
    push: ['Late reports', 'Reports of {referralLaboratory} are later than agreed.'],
    app: 'Reports of {referralLaboratory} are later than agreed',
  },
  webhook_off: {
    subject: 'Events no longer reach {client}',
    mail: `the program {client} does not accept the events that are sent to it. No more are sent. Ask its operator for the reason, then turn the webhook on again, or add another one.

[See the API clients]({link})`,
    push: ['Events are not accepted', '{client} does not accept events. No more are sent.'],
    app: '{client} does not accept events; no more are sent',
  },
  trouble_began: {
    subject: '{trouble}',
    mail: `the server of the laboratory reports a problem:

{trouble}.

You get another e-mail when it is over.

[See what to do]({link})`,
    push: ['Problem of the server', '{trouble}'],
    app: '{trouble}',
  },
  trouble_ended: {
    subject: 'Over: {trouble}',
    mail: `this is over:

{trouble}.

[See the state of the server]({link})`,
    push: ['A problem of the server is over', '{trouble}'],
    app: 'Over: {trouble}',
  },
  record_opened: {
    subject: '{opener} opened a record in an emergency',
    mail: `{opener} opened the results of a patient in an emergency, beyond their usual permissions. Read the reason, and ask if it does not convince you. The patient sees who opened the record, and why.

[See what was opened]({link})`,
    push: ['Record opened in an emergency', '{opener} opened the results of a patient.'],
    app: '{opener} opened a record in an emergency',
  },
  erasure_open: {
    subject: 'New erasure request',
    mail: `somebody asks the laboratory to erase their data. Decide by {date}: carry out the request, or refuse it with a reason.

[See the open requests]({link})`,
    push: ['Erasure request', 'Somebody asks to have their data erased. Decide by {date}.'],
    app: 'Somebody asks to have their data erased; decide by {date}',
  },
  erasure_due: {
    subject: 'An erasure request is due in a week',
    mail: `an erasure request is still waiting for a decision. It is due on {date}, a month after it was recorded.

[See the open requests]({link})`,
    push: ['Erasure request is due', 'It is waiting for a decision, which is due on {date}.'],
    app: 'An erasure request is due on {date}',
  },
  erasure_overdue: {
    subject: 'An erasure request is overdue',
    mail: `an erasure request has waited for more than a month. The decision was due on {date}. Decide now, and call the person.

[See the open requests]({link})`,
    push: ['Erasure request is overdue', 'The decision was due on {date}.'],
    app: 'An erasure request has been overdue since {date}',
  },
  insight_report: {
    subject: '{laboratory} in {month}',
    mail: `the laboratory in {month}:

{figures}

The whole report is attached. It says nothing about any patient.

[See all figures]({link})

You asked for this e-mail. You can turn it off where you see the figures.`,
  },
  contact_message: {
    greets: false,
    subject: 'Message from {sender}',
    mail: `{sender} ({senderEmail}) wrote through the contact form:

{message}

Answering this mail answers them.`,
    push: ['Contact form', 'Somebody wrote through the contact form.'],
    app: 'Somebody wrote through the contact form',
  },
  contact_answer: {
    subject: 'Re: your message to {laboratory}',
    mail: `{answer}

You wrote:

{message}

Answering this mail answers us.`,
  },
}
