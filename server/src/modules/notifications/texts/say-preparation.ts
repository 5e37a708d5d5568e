import type { Language } from '#contract/options.ts'

/** The catalogue's own sentences. What the laboratory wrote itself stays as it wrote it. */
const french: Readonly<Record<string, string>> = {
  'Tell us if you had a blood transfusion in the last three months.':
    'Dites-nous si vous avez reçu une transfusion sanguine au cours des trois derniers mois.',
  'Tell us if you took antibiotics or stomach-acid medicine in the last two weeks.':
    'Dites-nous si vous avez pris des antibiotiques ou un médicament contre l’acidité de l’estomac au cours des deux dernières semaines.',
  'Eat nothing for 8 to 12 hours before the test. Water is fine. Take your usual medicines unless your doctor said otherwise.':
    'Ne mangez rien pendant les 8 à 12 heures qui précèdent. L’eau est permise. Prenez vos médicaments habituels, sauf avis contraire de votre médecin.',
  'Do not eat, drink or smoke for 30 minutes before the swab.':
    'Ne mangez pas, ne buvez pas et ne fumez pas pendant les 30 minutes qui précèdent le prélèvement.',
  'Come in the morning. Tell us the first day of your last period, if you have periods.':
    'Venez le matin. Indiquez-nous le premier jour de vos dernières règles, si vous en avez.',
  'You will be asked for urine: drink a glass of water an hour before your visit, and do not go to the toilet just before it.':
    'Venez en mesure d’uriner : buvez un verre d’eau une heure avant et n’allez pas aux toilettes juste avant votre visite.',
  'Bring what you cough up first thing in the morning, before eating, in the container that the laboratory gives you. Or give the sample here, and we will help you.':
    'Apportez ce que vous crachez en toussant au réveil, avant de manger, dans le récipient fourni par le laboratoire ; ou nous vous aidons à le donner sur place.',
  'Bring a fresh stool sample, no older than two hours, in a clean, closed container; the laboratory gives you one.':
    'Apportez un échantillon de selles frais, de moins de deux heures, dans un récipient propre et fermé ; le laboratoire vous en fournit un.',
}

const twi: Readonly<Record<string, string>> = {
  'Tell us if you had a blood transfusion in the last three months.':
    'Sɛ wɔde mogya ahyɛ wo mu wɔ abosome mmiɛnsa a atwam yi mu a, ka kyerɛ yɛn.',
  'Tell us if you took antibiotics or stomach-acid medicine in the last two weeks.':
    'Sɛ woanom antibiotics anaa yafunu mu aduro wɔ nnawɔtwe mmienu a atwam yi mu a, ka kyerɛ yɛn.',
  'Eat nothing for 8 to 12 hours before the test. Water is fine. Take your usual medicines unless your doctor said otherwise.':
    'Nni hwee nnɔnhwere 8 kɔsi 12 ansa na wɔayɛ test no. Nsuo deɛ, wobɛtumi anom. Nom wo nnuro sɛdeɛ wonom daa, gye sɛ wo dɔkota se nnom.',
  'Do not eat, drink or smoke for 30 minutes before the swab.':
    'Nnidi, nnom hwee na nnom tawa simma 30 ansa na wɔagye swab no.',
  'Come in the morning. Tell us the first day of your last period, if you have periods.':
    'Bra anɔpa. Sɛ wobu wo nsa a, ka da a ɛdi kan a wobuu wo nsa twa toɔ no kyerɛ yɛn.',
  'You will be asked for urine: drink a glass of water an hour before your visit, and do not go to the toilet just before it.':
    'Bra a wobɛtumi adwonsɔ: nom nsuo kuruwa baako dɔnhwere baako ansa na woaba, na ansa na woaba no nnwonsɔ.',
  'Bring what you cough up first thing in the morning, before eating, in the container that the laboratory gives you. Or give the sample here, and we will help you.':
    'Fa ahorɔ a wobɛbɔ wa ayi anɔpa ansa na woadidi no bra, wɔ container a laboratory no de ma wo no mu; anaa yɛbɛboa wo ama woayi wɔ ha.',
  'Bring a fresh stool sample, no older than two hours, in a clean, closed container; the laboratory gives you one.':
    'Fa agyanan foforɔ a ɛnnii nnɔnhwere mmienu bra, wɔ container a ɛho te na ato mu mu; laboratory no de bi ma wo.',
}

/** The present wording of sentences of earlier versions, which catalogues still contain. */
const present: Readonly<Record<string, string>> = {
  'Come able to pass urine: drink a glass of water an hour before and do not go just before your visit.':
    'You will be asked for urine: drink a glass of water an hour before your visit, and do not go to the toilet just before it.',
  'Bring what you cough up first thing in the morning, before eating, in the container the laboratory gives you; or we help you give it here.':
    'Bring what you cough up first thing in the morning, before eating, in the container that the laboratory gives you. Or give the sample here, and we will help you.',
}

const sentences: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: {},
  fr: french,
  tw: twi,
}

export const sayPreparation = (language: Language, sentence: string): string =>
  sentences[language][present[sentence] ?? sentence] ?? sentence
