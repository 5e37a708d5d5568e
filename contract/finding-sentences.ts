/** A message in English, as the code makes it, in French and in Twi. `{…}` is a placeholder for a value. */
export type Sentence = readonly [english: string, french: string, twi: string]

/**
 * The messages of the contract's schemas for refused values, as far as patients and visitors meet them. The server uses them in
 * its answers, and the browser before it sends a request, so that both use the same words.
 */
export const findingSentences: readonly Sentence[] = [
  ['This is required', 'Ce champ est obligatoire', 'Ɛsɛ sɛ wohyɛ yei ma'],
  ['This is not valid', 'Ce n’est pas valable', 'Yei nyɛ'],
  ['This must be text', 'Ce doit être un texte', 'Ɛsɛ sɛ yei yɛ nsɛm'],
  ['This must be a number', 'Ce doit être un nombre', 'Ɛsɛ sɛ yei yɛ nɔma'],
  ['This must be a whole number', 'Ce doit être un nombre entier', 'Ɛsɛ sɛ yei yɛ nɔma mũ'],
  ['This must be yes or no', 'Ce doit être oui ou non', 'Ɛsɛ sɛ yei yɛ aane anaa daabi'],
  ['This must be a list', 'Ce doit être une liste', 'Ɛsɛ sɛ yei yɛ list'],
  [
    'This must be one of: {choices}',
    'Choix possibles : {choices}',
    'Ɛsɛ sɛ yei yɛ yeinom mu baako: {choices}',
  ],
  [
    'This must be {least} or more',
    'La valeur doit être {least} ou plus',
    'Ɛsɛ sɛ yei yɛ {least} anaa deɛ ɛboro saa',
  ],
  ['This must be more than {least}', 'La valeur doit être supérieure à {least}', 'Ɛsɛ sɛ yei boro {least}'],
  [
    'This must be {most} or less',
    'La valeur doit être {most} ou moins',
    'Ɛsɛ sɛ yei yɛ {most} anaa deɛ ennuru saa',
  ],
  ['This must be less than {most}', 'La valeur doit être inférieure à {most}', 'Ɛsɛ sɛ yei nnuru {most}'],
  [
    'This must be a multiple of {step}',
    'La valeur doit être un multiple de {step}',
    'Ɛsɛ sɛ yei yɛ {step} mmɔho',
  ],
  [
    'The passcode has {least} to 64 characters',
    'Le code secret a de {least} à 64 caractères',
    'Ahintasɛm nkyerɛwde no wɔ nkyerɛwde {least} kɔsi 64',
  ],
  ['Send the card as text', 'Envoyez la carte sous forme de texte', 'Fa card no mena sɛ nsɛm'],
  ['Send the card', 'Envoyez la carte', 'Fa card no mena'],
  [
    'Copy the whole text: shc:/ and the digits after it',
    'Copiez tout le texte : shc:/ et les chiffres qui suivent',
    'Kɔpi nsɛm no nyinaa: shc:/ ne nɔma a ɛdi akyire no',
  ],
  [
    'These are codes of different cards: send those of one card',
    'Ces codes sont de cartes différentes : envoyez ceux d’une seule carte',
    'Code yeinom firi card ahodoɔ so: fa card baako deɛ mena',
  ],
  [
    'The card has {count} codes. Missing: {missing}',
    'La carte a {count} codes. Il manque : {missing}',
    'Card no wɔ code {count}. Deɛ ɛka: {missing}',
  ],
  ['This is longer than a card', 'C’est plus long qu’une carte', 'Yei ware sene card'],
  [
    'Use at least {least} characters',
    'Utilisez au moins {least} caractères',
    'Fa nkyerɛwdeɛ {least} anaa deɛ ɛboro saa',
  ],
  ['Use at most {most} characters', 'Utilisez au plus {most} caractères', 'Mma nkyerɛwdeɛ mmoro {most}'],
  ['Choose at least one', 'Choisissez-en au moins un', 'Paw baako anaa deɛ ɛboro saa'],
  ['Choose at least {least}', 'Choisissez-en au moins {least}', 'Paw {least} anaa deɛ ɛboro saa'],
  ['Choose at most {most}', 'Choisissez-en au plus {most}', 'Mma wompaw deɛ ɛboro {most}'],
  ['Enter a date like 2026-03-09', 'Saisissez une date comme 2026-03-09', 'Twerɛ da sɛ 2026-03-09'],
  [
    'Enter a web address like https://example.com',
    'Saisissez une adresse web comme https://example.com',
    'Twerɛ web address sɛ https://example.com',
  ],
  ['This does not have the required format', 'Ce n’est pas la forme demandée', 'Yei nni tebea a yɛhwehwɛ'],
  [
    'Enter the date of birth, or the code of the slip',
    'Saisissez la date de naissance, ou le code du bulletin',
    'Twerɛ da a wɔwoo no, anaa krataa no code',
  ],
  [
    'The last day is before the first',
    'Le dernier jour est avant le premier',
    'Da a ɛtwa toɔ no di deɛ ɛdi kan no anim',
  ],
  ['Passwords do not match!', 'Les mots de passe ne sont pas identiques !', 'Passwords no nyɛ pɛ!'],
  ['You must agree to the terms!', 'Vous devez accepter les conditions !', 'Ɛsɛ sɛ wogye mmara no tom!'],
  ['{name} is required', '{name} : obligatoire', '{name}: ɛho hia'],
  ['{name} must be text', '{name} : ce doit être un texte', '{name}: ɛsɛ sɛ ɛyɛ nsɛm'],
  [
    '{name} can be at most {most} characters',
    '{name} : au plus {most} caractères',
    '{name}: ɛnntra nkyerɛwdeɛ {most}',
  ],
  [
    '{name} contains a character that cannot be printed',
    '{name} : contient un caractère qui ne peut pas être imprimé',
    '{name}: nkyerɛwdeɛ bi wɔ mu a yɛntumi mprint',
  ],
  [
    'This contains a character that cannot be kept',
    'Contient un caractère qui ne peut pas être conservé',
    'Nkyerɛwdeɛ bi wɔ mu a yɛntumi nkora',
  ],
  ['Full name', 'Nom complet', 'Din nyinaa'],
  ['Phone number', 'Numéro de téléphone', 'Phone number'],
  [
    'Enter an e-mail address like name@example.com',
    'Saisissez une adresse e-mail comme nom@example.com',
    'Twerɛ e-mail address sɛ name@example.com',
  ],
  [
    'Enter a phone number with 7 to 15 digits, for example +233 24 123 4567',
    'Saisissez un numéro de 7 à 15 chiffres, par exemple +233 24 123 4567',
    'Twerɛ phone number a ɛwɔ nɔma 7 kɔsi 15, sɛ +233 24 123 4567',
  ],
  ['Password is required', 'Le mot de passe est obligatoire', 'Ɛsɛ sɛ wotwerɛ password'],
  ['Use at least 8 characters', 'Utilisez au moins 8 caractères', 'Fa nkyerɛwdeɛ 8 anaa nea ɛboro saa'],
  ['Use at most 128 characters', 'Utilisez au plus 128 caractères', 'Mma ɛmmoro nkyerɛwdeɛ 128'],
  ['Password is too long', 'Le mot de passe est trop long', 'Password no ware dodo'],
  ['Enter the code that we sent', 'Saisissez le code que nous avons envoyé', 'Twerɛ code a yɛde baeɛ no'],
  [
    'Choose a language from the list',
    'Choisissez une langue dans la liste',
    'Paw kasa firi deɛ ɛwɔ hɔ no mu',
  ],
  ['Gender is required', 'Le sexe est obligatoire', 'Ɛsɛ sɛ wokyerɛ ɔbarima anaa ɔbaa'],
  ['Gender must be male or female', 'Le sexe est masculin ou féminin', 'Ɛsɛ sɛ ɛyɛ ɔbarima anaa ɔbaa'],
  ['Age is required', 'L’âge est obligatoire', 'Ɛsɛ sɛ wokyerɛ mfeɛ'],
  ['Age must be a number', 'L’âge doit être un nombre', 'Ɛsɛ sɛ mfeɛ yɛ nɔma'],
  [
    'Age must be a whole number of years',
    'L’âge doit être un nombre entier d’années',
    'Ɛsɛ sɛ mfeɛ yɛ nɔma a ɛnni fa',
  ],
  ['Age must be between 0 and 130', 'L’âge doit être entre 0 et 130', 'Ɛsɛ sɛ mfeɛ firi 0 kɔsi 130'],
  [
    'Give a phone number or an e-mail address, so that the laboratory can reach you',
    'Indiquez un numéro de téléphone ou une adresse e-mail, pour que le laboratoire puisse vous joindre',
    'Twerɛ phone number anaa e-mail address, na laboratory no atumi ne wo akasa',
  ],
  ['Choose at least one test', 'Choisissez au moins une analyse', 'Paw test baako anaa nea ɛboro saa'],
  ['Choose at most 20 tests', 'Choisissez au plus 20 analyses', 'Mma wompaw test a ɛboro 20'],
  ['Date is required', 'La date est obligatoire', 'Ɛsɛ sɛ wokyerɛ da'],
  ['This date does not exist', 'Cette date n’existe pas', 'Saa da yi nni hɔ'],
  ['Give a time like 08:30', 'Indiquez une heure comme 08:30', 'Twerɛ berɛ sɛ 08:30'],
  [
    'Choose who this person is to the holder of the account',
    'Choisissez qui est cette personne pour le titulaire du compte',
    'Paw deɛ onipa yi yɛ ma account wura no',
  ],
  ['Password', 'Mot de passe', 'Password'],
]
