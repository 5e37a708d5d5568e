import { english } from './english.ts'
import type { Wordings } from './wording.ts'

const stop = 'Bua STOP sɛ wompɛ SMS bio a.'
const answer = 'Bua 1 sɛ wobɛba a, C sɛ woremma a, STOP sɛ wompɛ SMS bio a.'
const notYou = 'Sɛ ɛnyɛ wo na wobisaeɛ a, nyɛ hwee: sɛ obi nni saa nkrasɛm yi a, ɔrentumi nyɛ hwee.'
const visit = `{details}

{tests}

Ansa na woaba:
{preparation}

[Hwɛ anaa sesa]({link})`

/**
 * The built-in texts in Asante Twi, of what patients get; staff have no Twi. Words of medicine and of telephones are English, as
 * people say them. No speaker has checked them before the laboratory's manager says so.
 */
export const twi: Wordings = {
  ...english,
  visit_booked: {
    subject: 'Yɛakora berɛ ama wo wɔ laboratory hɔ',
    mail: `yɛakora berɛ yi ama wo:

${visit}`,
    sms: `{laboratory}: Yɛakora berɛ ama wo: {when}, {site}. Ref {reference}. ${stop}`,
    push: ['Yɛakora berɛ ama wo', '{when}, {site}'],
  },
  visit_changed: {
    subject: 'Wo berɛ wɔ laboratory hɔ asesa',
    mail: `wo berɛ asesa. Yei na ɛyɛ seesei:

${visit}`,
    sms: `{laboratory}: Wo berɛ asesa. Seesei: {when}, {site}. Ref {reference}. ${stop}`,
    push: ['Wo berɛ asesa', 'Seesei: {when}, {site}'],
  },
  visit_cancelled: {
    subject: 'Yɛatwa wo berɛ wɔ laboratory hɔ mu',
    mail: `yɛatwa wo berɛ mu, na hwee nka a ɛsɛ sɛ woyɛ:

{details}

{tests}

Wobɛtumi agye berɛ foforɔ berɛ biara.`,
    sms: `{laboratory}: Yɛatwa wo berɛ {when} mu. Ref {reference}. ${stop}`,
    push: ['Yɛatwa wo berɛ mu', 'Obi foforɔ bɛtumi agye {when} seesei.'],
  },
  visit_called_off: {
    subject: 'Yɛatwa wo berɛ wɔ laboratory hɔ mu',
    mail: `laboratory no atwa wo berɛ mu. Yɛpa wo kyɛw. Mma saa berɛ yi:

{details}

{tests}

Yɛsrɛ wo, paw berɛ foforɔ, anaa frɛ yɛn wɔ {phone} na yɛnyɛ mma wo:

[Paw berɛ foforɔ]({link})`,
    sms: `{laboratory}: Yɛpa wo kyɛw, yɛatwa wo berɛ {when} mu. Ref {reference}. Sɛ wopɛ berɛ foforɔ a, frɛ {phone}. ${stop}`,
    push: ['Yɛatwa wo berɛ mu', 'Mma {when}. Yɛsrɛ wo, paw berɛ foforɔ.'],
    app: 'Laboratory no atwa wo berɛ mu',
  },
  visit_closed_out: {
    subject: 'Yɛsrɛ wo, paw berɛ foforɔ',
    mail: `laboratory no bɛto mu wɔ wo berɛ no mu ({reason}). Yɛpa wo kyɛw. Yei ne wo berɛ no:

{details}

Yɛsrɛ wo, paw berɛ foforɔ, anaa frɛ yɛn wɔ {phone} na yɛnyɛ mma wo:

[Paw berɛ foforɔ]({link})`,
    sms: `{laboratory}: Yɛbɛto mu {when}. Yɛsrɛ wo, paw berɛ foforɔ: {link} anaa frɛ {phone}. ${stop}`,
    push: ['Yɛsrɛ wo, paw berɛ foforɔ', 'Yɛbɛto mu wɔ wo berɛ {when} no mu.'],
    app: 'Yɛsrɛ wo, paw berɛ foforɔ: yɛbɛto mu saa berɛ no',
  },
  visit_again: {
    subject: 'Berɛ foforɔ ama wo wɔ laboratory hɔ',
    mail: `yɛpɛ sɛ yɛgye sample foforɔ: yɛntumi mfa baako nyɛ adwuma, anaa yɛde test foforɔ aka ho. Ɛnkyerɛ hwee fa w’apɔmuden ho. Yɛakora berɛ yi ama wo:

{details}

Ansa na woaba:
{preparation}

Sɛ ɛfata wo a, nyɛ hwee. Sɛ ɛmfata wo a, paw berɛ foforɔ:

[Hwɛ anaa sesa]({link})`,
    sms: `{laboratory}: Yɛpɛ sɛ yɛhu wo bio: {when}, {site}. Ref {reference}. ${answer}`,
    push: ['Berɛ foforɔ ama wo', 'Yɛpɛ sɛ yɛhu wo bio: {when}, {site}'],
  },
  visit_reminder: {
    subject: 'Wo berɛ wɔ laboratory hɔ abɛn',
    mail: `yɛrehwɛ wo kwan:

${visit}`,
    sms: `{laboratory}: Yɛrehwɛ wo kwan {when}, {site}. Ref {reference}. ${answer}`,
    push: ['Wo berɛ abɛn', '{when}, {site}'],
  },
  fasting_begins: {
    subject: 'Ansa na woaba laboratory hɔ',
    mail: `wo berɛ abɛn, na ɛsɛ sɛ woba a wonnidii. Yɛsrɛ wo, firi {fastFrom} nni hwee:

{details}

Ansa na woaba:
{preparation}

[Hwɛ anaa sesa]({link})`,
    sms: `{laboratory}: Wo berɛ ne {when}. Yɛsrɛ wo, firi {fastFrom} nni hwee. Nsuo deɛ, wobɛtumi anom. ${stop}`,
    push: ['Ansa na woaba', 'Yɛsrɛ wo, firi {fastFrom} nni hwee. Nsuo deɛ, wobɛtumi anom.'],
    app: 'Ansa na woaba: bra a wonnidii',
  },
  turn_near: {
    subject: 'Aka kakra ma aduru wo so',
    mail: `ɛrenkyɛ yɛbɛfrɛ wo wɔ {site}. Yɛsrɛ wo, tena bɛn waiting room hɔ.

[Hwɛ wo gyinabea]({link})`,
    sms: `{laboratory}: Aka kakra ma aduru wo so wɔ {site}. Yɛsrɛ wo, tena bɛn waiting room hɔ.`,
    push: ['Aka kakra ma aduru wo so', 'Yɛsrɛ wo, san bra {site} waiting room hɔ.'],
    app: 'Aka kakra ma aduru wo so: tena bɛn waiting room hɔ',
  },
  results_ready: {
    subject: 'Wo results aba',
    mail: `wobɛtumi akenkan wo results no.

{details}

[Kɔ mu na kenkan]({link})`,
    sms: '{laboratory}: Wo results aba. Kɔ mu na kenkan: {link}',
    push: ['Wo results aba', 'Kɔ mu na kenkan.'],
  },
  result_corrected: {
    subject: 'Yɛasiesie result bi',
    mail: `laboratory no asiesie wo result baako. Report foforɔ no kyerɛ deɛ asesa ne deɛ enti a asesa.

{details}

[Kɔ mu na kenkan]({link})`,
    sms: '{laboratory}: Yɛasiesie wo result bi. Kɔ mu na kenkan: {link}',
    push: ['Yɛasiesie result bi', 'Kɔ mu na kenkan deɛ asesa.'],
  },
  result_withdrawn: {
    subject: 'Yɛayi result bi afiri hɔ',
    mail: `laboratory no ayi wo result baako afiri hɔ: yɛsrɛ wo, mfa wo ho nto so bio. Report no kyerɛ deɛ enti. Sɛ wode akyerɛ obi a, ka kyerɛ no nso.

{details}

[Kɔ mu na kenkan]({link})`,
    sms: '{laboratory}: Yɛayi wo result bi afiri hɔ: mfa wo ho nto so bio. Kɔ mu na kenkan deɛ enti: {link}',
    push: ['Yɛayi result bi afiri hɔ', 'Mfa wo ho nto so bio. Kɔ mu na kenkan deɛ enti.'],
    app: 'Yɛayi result bi afiri hɔ: mfa wo ho nto so bio',
  },
  registration_code: {
    subject: 'Wo code a wode bɛbue account',
    mail: `akwaaba. Fa code yi na bue wo account:

{code}

[Anaa bue saa page yi, code no wɔ hɔ dada]({link})

Wobɛtumi de ayɛ adwuma prɛko pɛ, simma 10 mu. ${notYou}`,
  },
  mail_code: {
    subject: 'Wo code: {code}',
    mail: `wo code nie:

{code}

Twerɛ no wɔ page a ɛrebisa no so. Wobɛtumi de ayɛ adwuma prɛko pɛ, simma 10 mu. ${notYou}`,
  },
  phone_code: {
    sms: '{laboratory}: Wo code ne {code}. Ɛyɛ adwuma prɛko pɛ, simma 10 mu. Mfa nkyerɛ obiara.',
  },
  phone_changed: {
    subject: 'Phone number a wode kɔ wo account mu no asesa',
    mail: `ɛfiri seesei, wode phone number foforɔ na ɛbɛkɔ wo account mu, anaa wo e-mail address nko ara.

Sɛ ɛnyɛ wo a, frɛ yɛn ntɛm: {phone}`,
    sms: '{laboratory}: Phone number a wode kɔ wo account mu no asesa. Sɛ ɛnyɛ wo a, frɛ yɛn ntɛm: {phone}',
    push: ['Phone number a wode kɔ wo account mu no asesa', 'Sɛ ɛnyɛ wo a, frɛ yɛn ntɛm.'],
  },
  sign_in_changed: {
    subject: 'Ɔkwan a wofa so kɔ wo account mu no asesa',
    mail: `yɛde passkey anaa authenticator application aka wo account ho, anaa yɛayi firi ho.

[Hwɛ sɛdeɛ wokɔ wo account mu]({link})

Sɛ ɛnyɛ wo a, frɛ yɛn ntɛm: {phone}`,
    sms: '{laboratory}: Yɛde passkey anaa authenticator application aka wo account ho, anaa yɛayi firi ho. Sɛ ɛnyɛ wo a, frɛ yɛn ntɛm: {phone}',
    push: ['Ɔkwan a wofa so kɔ wo account mu no asesa', 'Sɛ ɛnyɛ wo a, frɛ yɛn ntɛm.'],
  },
  registration_known: {
    subject: 'Wowɔ account dada',
    mail: `obi, ebia wo, de saa address yi rebue account. Wowɔ baako dada, enti hwee nsesaeɛ.

[Kɔ wo account mu]({loginLink})

[Sɛ wo werɛ afiri wo password a]({link})`,
  },
  password_reset: {
    subject: 'Paw password foforɔ',
    mail: `ɛha na wobɛtumi apaw password foforɔ:

[Paw password foforɔ]({link})

Link no yɛ adwuma prɛko pɛ, simma 30 mu. ${notYou}`,
  },
  password_changed: {
    subject: 'Wo password asesa',
    mail: `wo password asesa seesei ara, na yɛato wo account mu wɔ baabi foforɔ biara.

Sɛ ɛnyɛ wo a, paw foforɔ ntɛm na frɛ yɛn wɔ {phone}:

[Paw password foforɔ]({link})`,
    sms: '{laboratory}: Wo password asesa. Sɛ ɛnyɛ wo a, frɛ yɛn ntɛm: {phone}',
    push: ['Wo password asesa', 'Sɛ ɛnyɛ wo a, paw foforɔ ntɛm na frɛ yɛn.'],
  },
  email_change: {
    subject: 'Kyerɛ sɛ e-mail address foforɔ no yɛ wo dea',
    mail: `yɛsrɛ wo, kyerɛ sɛ address yi yɛ wo dea firi seesei:

[Ɛyɛ me dea]({link})

Link no yɛ adwuma prɛko pɛ, nnɔnhwere 24 mu. ${notYou}`,
  },
  email_change_asked: {
    subject: 'Wo e-mail address rebɛsesa',
    mail: `obi de e-mail address foforɔ ama wo account. Sɛ wokyerɛ sɛ ɛyɛ wo dea a, na yɛde bɛyɛ adwuma; ansa no, yɛtwerɛ kɔ yei so.

Sɛ ɛnyɛ wo a, paw password foforɔ seesei. Ɛno nso bɛgyae nsesaeɛ no.

[Paw password foforɔ]({link})`,
    sms: '{laboratory}: Obi de e-mail address foforɔ ama wo account. Sɛ ɛnyɛ wo a, frɛ yɛn ntɛm: {phone}',
    push: ['Wo e-mail address rebɛsesa', 'Sɛ ɛnyɛ wo a, paw password foforɔ seesei.'],
  },
  email_changed: {
    subject: 'Wo e-mail address asesa',
    mail: `firi seesei, yɛtwerɛ kɔ wo address foforɔ no so, na ɛno na wode kɔ wo account mu.

Sɛ ɛnyɛ wo a, frɛ yɛn ntɛm: {phone}`,
    sms: '{laboratory}: Wo account no e-mail address asesa. Sɛ ɛnyɛ wo a, frɛ yɛn ntɛm: {phone}',
    push: ['Wo e-mail address asesa', 'Sɛ ɛnyɛ wo a, frɛ yɛn ntɛm.'],
  },
  issuer_joined: {
    subject: 'Ɔkwan foforɔ a wobɛfa so akɔ wo account mu',
    mail: `wobɛtumi afa {issuer} so nso akɔ wo account mu; wɔakyerɛ sɛ address yi yɛ wo dea.

Sɛ ɛnyɛ wo a, paw password foforɔ na frɛ yɛn wɔ {phone}.

[Paw password foforɔ]({link})`,
    sms: '{laboratory}: Ɔkwan foforɔ wɔ hɔ a wobɛfa so akɔ wo account mu. Sɛ ɛnyɛ wo a, frɛ yɛn ntɛm: {phone}',
    push: ['Ɔkwan foforɔ a wobɛfa so akɔ wo account mu', 'Sɛ ɛnyɛ wo a, paw password foforɔ na frɛ yɛn.'],
  },
  desk_answered: {
    subject: 'Laboratory no abua wo',
    mail: `laboratory no abua wo nkrasɛm no. Ɛyɛ wo kokoam asɛm, ɛno nti mmuaeɛ no nni e-mail yi mu.

[Kenkan mmuaeɛ no]({link})`,
    sms: '{laboratory}: Yɛabua wo nkrasɛm no. Kenkan no wɔ ha: {link}',
    push: ['Laboratory no abua wo', 'Bue wo account na kenkan mmuaeɛ no.'],
  },
  tests_due: {
    subject: 'Ɛberɛ aso sɛ wobook test a wɔahyɛ ato hɔ',
    mail: `test a wɔahyɛ ato hɔ ama wo, anaa obi a wohwɛ no, berɛ reyɛ aso. Ɛyɛ wo kokoam asɛm, ɛno nti yɛmmɔ ne din wɔ e-mail yi mu.

[Book berɛ]({link})`,
    sms: '{laboratory}: Test a wɔahyɛ ato hɔ berɛ reyɛ aso. Book berɛ wɔ ha: {link}',
    push: ['Test a wɔahyɛ ato hɔ berɛ reyɛ aso', 'Bue wo account na book berɛ.'],
  },
  records_joined: {
    subject: 'Yɛaka wo records abom',
    mail: `na laboratory no atwerɛ obi din mprenu, na wo account bue ne results. Yɛaka records no abom: seesei ne nsrahwɛ ne ne results nyinaa wɔ faako. Wokɔ mu sɛ kane no.

[Kɔ wo account mu]({link})

Sɛ wosusu sɛ ɛyɛ mfomsoɔ a, yɛsrɛ wo, frɛ yɛn: {phone}. Yɛbɛtumi asan ayɛ no sɛ kane no.`,
    sms: '{laboratory}: Yɛaka onipa baako records mmienu a wo account bue abom. Sɛ ɛnyɛ onipa baako dea a, frɛ yɛn: {phone}',
  },
  records_parted: {
    subject: 'Yɛapae wo records mu bio',
    mail: `na laboratory no aka records mmienu abom wɔ mfomsoɔ so, na yɛapae mu bio. Wo account bue deɛ na ɛbue kane no.

Wowɔ asɛmmisa a, yɛsrɛ wo, frɛ yɛn: {phone}`,
    sms: '{laboratory}: Records mmienu a na yɛaka abom no, yɛapae mu bio. Sɛ biribi yera wo a, frɛ yɛn: {phone}',
  },
  erasure_asked: {
    subject: 'Woabisa sɛ yɛmpepa wo ho nsɛm',
    mail: `yɛakyerɛw w’abisadeɛ sɛ yɛmpepa wo ho nsɛm. Laboratory no bɛsi gyinaeɛ na wɔabɔ wo amanneɛ. Ansa na ɛbɛba no, wobɛtumi asesa w’adwene:

[Hwɛ abisadeɛ no]({link})

Sɛ ɛnyɛ wo na wobisaeɛ a, twa mu na frɛ yɛn: {phone}`,
    sms: '{laboratory}: Yɛakyerɛw w’abisadeɛ sɛ yɛmpepa wo ho nsɛm. Sɛ ɛnyɛ wo na wobisaeɛ a, frɛ yɛn: {phone}',
  },
  erasure_done: {
    subject: 'Yɛapepa wo ho nsɛm',
    mail: `yɛayɛ deɛ wobisaeɛ no: yɛapepa wo account ne ɔkwan a yɛfa so nya wo, na obiara ntumi nkɔ account no mu bio. Deɛ ɛsɛ sɛ yɛkora no wɔ wo person number ase, sɛdeɛ yɛkaa kyerɛɛ wo dada no.

Yei ne nkra a ɛtwa toɔ a yɛde rekɔ saa address yi so. Wowɔ asɛmmisa a, frɛ yɛn: {phone}`,
    sms: '{laboratory}: Yɛapepa wo account ne ɔkwan a yɛfa so nya wo, sɛdeɛ wobisaeɛ. Yei ne nkra a ɛtwa toɔ a yɛde rekɔ saa nɔma yi so.',
  },
  erasure_refused: {
    subject: 'W’abisadeɛ sɛ yɛmpepa wo ho nsɛm',
    mail: `yɛntumi nyɛ w’abisadeɛ sɛ yɛmpepa wo ho nsɛm no. Deɛ nti ne:

{reason}

Wowɔ asɛmmisa a, frɛ yɛn: {phone}`,
    sms: '{laboratory}: Yɛntumi nyɛ w’abisadeɛ sɛ yɛmpepa wo ho nsɛm no. Frɛ yɛn: {phone}',
  },
  account_unused: {
    subject: 'Yɛbɛpepa wo account',
    mail: `akyɛ sɛ woamfa wo account anyɛ hwee, na visit biara nni mu. Yɛbɛpepa no {date}, ne ɔkwan a yɛfa so nya wo. Sɛ wopɛ sɛ ɛtena hɔ a, log in prɛko pɛ ansa na saa da no aduru:

[Log in]({loginLink})

Sɛ wonhia bio a, nyɛ hwee.`,
    sms: '{laboratory}: Akyɛ sɛ woamfa wo account anyɛ hwee. Yɛbɛpepa no {date}. Sɛ wopɛ sɛ ɛtena hɔ a, log in ansa na saa da no aduru.',
  },
  account_closed: {
    subject: 'Yɛato wo account mu',
    mail: `yɛato wo account mu, na yɛatwa wo berɛ a ɛwɔ anim no nyinaa mu. Wo results a aba dada no bɛtena yɛn nkyɛn, sɛdeɛ mmara hwehwɛ.

Yɛda wo ase sɛ wogyee yɛn diiɛ. Akwaaba berɛ biara.`,
    sms: '{laboratory}: Yɛato wo account mu, na yɛatwa wo berɛ a ɛwɔ anim no mu. Wo results a aba dada no bɛtena yɛn nkyɛn, sɛdeɛ mmara hwehwɛ.',
  },
}
