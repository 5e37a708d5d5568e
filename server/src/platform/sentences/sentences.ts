import { findingSentences, type Sentence } from '#contract/finding-sentences.ts'

/**
 * What the server says to patients and visitors, in French and Twi. English stands where it is said, also what has no row here:
 * staff's work. `{…}` is what a template puts in there; where that is a word of this table, it is translated as well.
 * `sentences.test.ts` compares the English with the source.
 */
export const sentences: readonly Sentence[] = [
  ...findingSentences,
  // Answers that every call can have
  [
    'This is more than the server takes at once',
    'C’est plus que ce que le serveur accepte en une fois',
    'Ɛdɔɔso dodo sɛ server no gye no prɛko',
  ],
  ['There is nothing at this address', 'Il n’y a rien à cette adresse', 'Hwee nni address yi so'],
  [
    'The laboratory cannot be reached for a moment. Nothing was changed; please try again.',
    'Le laboratoire est injoignable pour un instant. Rien n’a été modifié ; veuillez réessayer.',
    'Yɛntumi nnya laboratory no seesei. Hwee nsesaeɛ; yɛsrɛ wo, sɔ hwɛ bio.',
  ],
  [
    'Something went wrong on our side. Please try again later.',
    'Une erreur s’est produite de notre côté. Veuillez réessayer plus tard.',
    'Biribi asɛe wɔ yɛn fam. Yɛsrɛ wo, sɔ hwɛ bio akyire yi.',
  ],
  [
    'The connection to the laboratory’s records was lost, and we do not know yet whether this was done. Check whether it was done before you try again.',
    'La connexion aux dossiers du laboratoire a été perdue, et nous ne savons pas encore si cela a été fait. Vérifiez avant de réessayer.',
    'Connection no atwa, na yɛnnim sɛ wɔayɛ anaa. Hwɛ sɛ wɔayɛ ansa na woasɔ ahwɛ bio.',
  ],
  [
    'Too many screens are following at once. Please try again in a moment.',
    'Trop d’écrans suivent en même temps. Veuillez réessayer dans un instant.',
    'Nnipa pii rehwɛ prɛko. Yɛsrɛ wo, sɔ hwɛ bio ɛnkyɛ.',
  ],
  [
    'The data of this person were erased. Register them as a new person.',
    'Cette personne a été oubliée. Enregistrez-la comme nouvelle personne.',
    'Yɛapepa saa nipa yi ho nsɛm. Kyerɛw no sɛ onipa foforɔ.',
  ],
  // Passkeys and second factors
  [
    'Log in with your passkey, or enter one of your recovery codes.',
    'Connectez-vous avec votre clé d’accès, ou saisissez un de vos codes de secours.',
    'Fa wo passkey kɔ mu, anaa twerɛ wo recovery codes no mu baako.',
  ],
  [
    'This passkey does not work here. Log in another way.',
    'Cette clé d’accès ne fonctionne pas ici. Connectez-vous autrement.',
    'Passkey yi nyɛ adwuma wɔ ha. Fa ɔkwan foforɔ so kɔ mu.',
  ],
  [
    'This took too long, or was sent twice. Please try again.',
    'Cela a pris trop de temps, ou a été envoyé deux fois. Veuillez réessayer.',
    'Ɛkyɛeɛ dodo, anaa wɔde baa mprenu. Yɛsrɛ wo, sɔ hwɛ bio.',
  ],
  [
    'You can log in with this passkey from now on.',
    'Vous pouvez désormais vous connecter avec cette clé d’accès.',
    'Ɛfiri seesei wobɛtumi de passkey yi akɔ mu.',
  ],
  [
    'The passkey “{name}” no longer logs you in. Remove it from your device as well.',
    'La clé d’accès « {name} » ne vous connecte plus. Supprimez-la aussi de votre appareil.',
    'Passkey “{name}” no remma wonkɔ mu bio. Yi firi wo device no so nso.',
  ],
  [
    'Log out and log in again. Then you can do this for 15 minutes.',
    'Déconnectez-vous et reconnectez-vous. Vous pourrez alors le faire pendant 15 minutes.',
    'Firi mu na san kɔ mu bio. Afei wobɛtumi ayɛ yei simma 15 mu.',
  ],
  ['The input is not valid', 'La saisie n’est pas valable', 'Deɛ wotwerɛeɛ no nyɛ'],
  ['{what} was not found', '{what} : introuvable', 'Yɛanhu {what}'],
  [
    '{what} was changed by somebody else meanwhile. Load it again; nothing was overwritten.',
    '{what} : quelqu’un d’autre l’a modifié entre-temps. Rechargez la page ; rien n’a été écrasé.',
    'Obi foforɔ asesa {what}. San bue; hwee nyeraeɛ.',
  ],
  [
    'The results of this visit open when it is paid: {owed} is owed. Please pay at the desk.',
    'Les résultats de cette visite s’ouvrent une fois qu’elle est payée : il reste {owed} à payer. Veuillez payer à l’accueil.',
    'Wotua ka wie a, results no bɛbue: aka {owed}. Yɛsrɛ wo, tua wɔ desk no so.',
  ],
  ['You may not do this', 'Vous n’avez pas le droit de faire cela', 'Wonni ho kwan sɛ woyɛ yei'],
  ['Please log in first', 'Veuillez d’abord vous connecter', 'Yɛsrɛ wo, di kan kɔ wo account mu'],
  ['This appointment', 'Ce rendez-vous', 'saa berɛ yi'],
  ['This person', 'Cette personne', 'onipa yi'],
  ['This account', 'Ce compte', 'account yi'],
  ['This ticket', 'Ce ticket', 'ticket yi'],
  ['This profile', 'Ce profil', 'profile yi'],
  ['An open link', 'Un lien ouvert', 'link a ɛyɛ adwuma'],
  ['The date of birth', 'La date de naissance', 'Da a wɔwoo no'],
  ['The code', 'Le code', 'Code no'],
  [
    '{what} is not the one on record. One try is left.',
    '{what} ne correspond pas au dossier. Il reste un essai.',
    '{what} ne deɛ ɛwɔ record mu nyɛ pɛ. Aka prɛko pɛ.',
  ],
  [
    '{what} is not the one on record. {left} tries are left.',
    '{what} ne correspond pas au dossier. Il reste {left} essais.',
    '{what} ne deɛ ɛwɔ record mu nyɛ pɛ. Aka mprɛn {left}.',
  ],
  [
    'This link is locked after {mostTries} wrong answers. Ask the laboratory for a new one at its desk, or call it.',
    'Ce lien est bloqué après {mostTries} réponses fausses. Demandez-en un nouveau au guichet du laboratoire, ou appelez-le.',
    'Yɛato link yi mu, ɛfiri sɛ mmuaeɛ {mostTries} nyɛ pɛpɛɛpɛ. Bisa foforɔ wɔ laboratory no desk so, anaa frɛ wɔn.',
  ],
  ['The code has 8 letters and digits', 'Le code a 8 lettres et chiffres', 'Code no yɛ nkyerɛwdeɛ ne nɔma 8'],
  ['This file of the report', 'Ce fichier du compte rendu', 'report yi file'],
  ['What this link showed', 'Ce que ce lien montrait', 'deɛ link yi kyerɛɛ'],
  ['A visit with this code', 'Une visite avec ce code', 'nsrahwɛ a ɛwɔ code yi'],
  ['A visit with these details', 'Une visite avec ces données', 'nsrahwɛ a ɛwɔ saa nsɛm yi'],
  [
    'A released report of this appointment',
    'Un compte rendu validé de ce rendez-vous',
    'report a ɛfa saa berɛ yi ho',
  ],

  // Accounts
  [
    'Your address got another account since you were invited. Ask the laboratory to invite another address.',
    'Votre adresse a reçu un autre compte depuis votre invitation. Demandez au laboratoire d’inviter une autre adresse.',
    'Wo address anya account foforɔ firi berɛ a yɛtoo nsa frɛɛ wo no. Ka kyerɛ laboratory no ma wɔmfa address foforɔ.',
  ],
  [
    'You have no e-mail address to log in with: enter a phone number',
    'Vous n’avez pas d’adresse e-mail pour vous connecter : saisissez un numéro de téléphone',
    'Wonni e-mail address a wode bɛkɔ mu: twerɛ phone number',
  ],
  ['Nothing was changed.', 'Rien n’a été modifié.', 'Hwee nsesaeɛ.'],
  [
    'You can no longer log in with your phone number.',
    'Vous ne pouvez plus vous connecter avec votre numéro de téléphone.',
    'Worentumi mfa wo phone number nkɔ wo account mu bio.',
  ],
  [
    'A code is on its way to {number}.',
    'Un code est en route vers le {number}.',
    'Code bi rekɔ {number} so.',
  ],
  [
    'Another account logs in with this number. Log in to that one with a code.',
    'Un autre compte se connecte avec ce numéro. Connectez-vous à celui-là avec un code.',
    'Account foforɔ de number yi kɔ mu. Fa code kɔ saa account no mu.',
  ],
  [
    'You can log in with this phone number now.',
    'Vous pouvez désormais vous connecter avec ce numéro.',
    'Wobɛtumi de phone number yi akɔ wo account mu seesei.',
  ],
  [
    'This code does not work, or no longer. Check it, or ask for a new one.',
    'Ce code ne fonctionne pas, ou plus. Vérifiez-le, ou demandez-en un nouveau.',
    'Code yi nyɛ adwuma, anaa ne berɛ atwam. Hwɛ no yie, anaa bisa foforɔ.',
  ],
  [
    'Enter your current password',
    'Saisissez votre mot de passe actuel',
    'Twerɛ wo password a wode di dwuma seesei',
  ],
  [
    'The current password is not right',
    'Le mot de passe actuel n’est pas le bon',
    'Password a wotwerɛeɛ no nyɛ deɛ ɛwɔ hɔ',
  ],
  [
    'This account was changed in the meantime.',
    'Ce compte a été modifié entre-temps.',
    'Obi asesa account yi.',
  ],
  ['Your account is closed.', 'Votre compte est fermé.', 'Yɛato wo account mu.'],
  [
    'This link does not work, or no longer. Change the address once more in your profile.',
    'Ce lien ne fonctionne pas, ou plus. Modifiez encore une fois l’adresse dans votre profil.',
    'Link yi nyɛ adwuma, anaa ne berɛ atwam. San sesa address no wɔ wo profile mu.',
  ],
  [
    'Another account has this address by now.',
    'Un autre compte a désormais cette adresse.',
    'Account foforɔ wɔ address yi seesei.',
  ],
  [
    'Your new e-mail address is in use.',
    'Votre nouvelle adresse e-mail est utilisée désormais.',
    'Yɛde wo e-mail address foforɔ no redi dwuma seesei.',
  ],
  [
    'This sign-in does not work any more. Please try again.',
    'Cette connexion n’est plus valable. Veuillez réessayer.',
    'Ɔkwan yi nyɛ adwuma bio. Yɛsrɛ wo, sɔ hwɛ bio.',
  ],
  [
    'This sign-in was not begun in this browser, or too long ago. Please try again.',
    'Cette connexion n’a pas été commencée dans ce navigateur, ou il y a trop longtemps. Veuillez réessayer.',
    'Woanhyɛ aseɛ wɔ browser yi mu, anaa akyɛ dodo. Yɛsrɛ wo, sɔ hwɛ bio.',
  ],
  ['The sign-in was cancelled.', 'La connexion a été annulée.', 'Yɛatwa mu.'],
  [
    'If this address has an account, a link is on its way. It works for 30 minutes.',
    'Si cette adresse a un compte, un lien est en route. Il est valable 30 minutes.',
    'Sɛ address yi wɔ account a, link bi reba. Ɛyɛ adwuma simma 30.',
  ],
  [
    'The sign-in service cannot be reached just now. Please try again, or use your password.',
    'Le service de connexion est injoignable pour l’instant. Réessayez, ou utilisez votre mot de passe.',
    'Yɛntumi nnya service no seesei. Sɔ hwɛ bio, anaa fa wo password.',
  ],
  [
    'Signing in did not work. Please try again, or use your password.',
    'La connexion n’a pas fonctionné. Réessayez, ou utilisez votre mot de passe.',
    'Anyɛ yie. Sɔ hwɛ bio, anaa fa wo password.',
  ],
  [
    'This laboratory has no sign-in through an issuer. Please use e-mail and password.',
    'Ce laboratoire n’a pas de connexion par un service tiers. Utilisez votre e-mail et votre mot de passe.',
    'Laboratory yi nni saa kwan no. Yɛsrɛ wo, fa e-mail ne password.',
  ],
  [
    'Your account has another way in. Please use the general log-in page.',
    'Votre compte a une autre entrée. Utilisez la page de connexion générale.',
    'Wo account wɔ ɔkwan foforɔ. Yɛsrɛ wo, fa log-in page a ɛwɔ hɔ ma obiara no.',
  ],
  [
    'The e-mail address or the password is not right.',
    'L’adresse e-mail ou le mot de passe n’est pas correct.',
    'E-mail address no anaa password no nyɛ.',
  ],
  [
    'This laboratory sends no SMS. Use your e-mail address.',
    'Ce laboratoire n’envoie pas de SMS. Utilisez votre adresse e-mail.',
    'Laboratory yi mfa SMS mma. Fa wo e-mail address.',
  ],
  [
    'Enter the phone number with its country code, for example +233 24 123 4567',
    'Saisissez le numéro avec l’indicatif du pays, par exemple +233 24 123 4567',
    'Twerɛ phone number no ne ɔman no code, sɛ +233 24 123 4567',
  ],
  [
    'This address belongs to a member of staff. Please log in with your password.',
    'Cette adresse appartient à un membre du personnel. Connectez-vous avec votre mot de passe.',
    'Address yi yɛ odwumayɛni bi dea. Fa wo password kɔ mu.',
  ],
  [
    'This link does not work, or no longer. Ask for a new one.',
    'Ce lien ne fonctionne pas, ou plus. Demandez-en un nouveau.',
    'Link yi nyɛ adwuma, anaa ne berɛ atwam. Bisa foforɔ.',
  ],
  [
    'Your new password is set. Please log in.',
    'Votre nouveau mot de passe est enregistré. Veuillez vous connecter.',
    'Yɛagye wo password foforɔ no. Kɔ wo account mu.',
  ],
  [
    'If this number is known here, a code is on its way by SMS. It works for 10 minutes.',
    'Si ce numéro est connu ici, un code est en route par SMS. Il est valable 10 minutes.',
    'Sɛ yɛnim number yi a, code bi reba SMS so. Ɛyɛ adwuma simma 10.',
  ],
  ['Your profile was updated.', 'Votre profil a été mis à jour.', 'Yɛasesa wo profile no.'],
  [
    'Your profile was updated. The new address counts once you open the link mailed to {newEmail}.',
    'Votre profil a été mis à jour. La nouvelle adresse compte dès que vous ouvrez le lien envoyé à {newEmail}.',
    'Yɛasesa wo profile no. Sɛ wobue link a yɛde akɔ {newEmail} no a, address foforɔ no bɛyɛ adwuma.',
  ],
  [
    'This profile was changed in the meantime. Please load it again.',
    'Ce profil a été modifié entre-temps. Veuillez le recharger.',
    'Obi asesa profile yi. San bue.',
  ],

  // Visits
  [
    'This site is closed: nobody is booked there any more',
    'Ce site est fermé : on n’y réserve plus',
    'Yɛato saa beaeɛ yi mu: yɛnnye obiara wɔ hɔ bio',
  ],
  ['Time is required', 'L’heure est obligatoire', 'Ɛsɛ sɛ wokyerɛ berɛ'],
  [
    'You have {mostUpcoming} appointments to come. Cancel one to book another.',
    'Vous avez {mostUpcoming} rendez-vous à venir. Annulez-en un pour en réserver un autre.',
    'Wowɔ berɛ {mostUpcoming} a ɛwɔ anim. Twa baako mu na woatumi agye foforɔ.',
  ],
  [
    'This appointment was changed in the meantime. Load it again to see how it is now.',
    'Ce rendez-vous a été modifié entre-temps. Rechargez-le pour voir ce qu’il en est.',
    'Obi asesa saa berɛ yi. San bue hwɛ sɛdeɛ ɛteɛ seesei.',
  ],
  [
    'The bookings are busy for a moment. Nothing was changed; please try again.',
    'Les réservations sont occupées pour un instant. Rien n’a été modifié ; veuillez réessayer.',
    'Nnipa pii regye berɛ seesei. Hwee nsesaeɛ; sɔ hwɛ bio.',
  ],
  ['The time is free again.', 'Le créneau est de nouveau libre.', 'Berɛ no da hɔ bio.'],
  ['This time has passed', 'Cette heure est passée', 'Saa berɛ yi atwam'],
  [
    'This account does not look after this person',
    'Ce compte ne s’occupe pas de cette personne',
    'Account yi nhwɛ onipa yi so',
  ],
  [
    'The record of {fullName} has another sex or age. Correct the details, or ask the laboratory to correct the record',
    'Le dossier de {fullName} a un autre sexe ou âge. Corrigez les données, ou demandez au laboratoire de corriger le dossier',
    '{fullName} record no kyerɛ ɔbarima/ɔbaa anaa mfeɛ foforɔ. Siesie nsɛm no, anaa ka kyerɛ laboratory no ma wɔnsiesie',
  ],
  [
    'This account has a record of its holder already: choose it',
    'Ce compte a déjà un dossier de son titulaire : choisissez-le',
    'Account yi wɔ ne wura record dada: paw no',
  ],
  [
    'This account does not book for this person',
    'Ce compte ne réserve pas pour cette personne',
    'Account yi nnye berɛ mma onipa yi',
  ],
  [
    'This person cannot be booked for online. Call the laboratory',
    'On ne peut pas réserver en ligne pour cette personne. Appelez le laboratoire',
    'Worentumi nnye berɛ online mma onipa yi. Frɛ laboratory no',
  ],
  ['This day is after the visit', 'Ce jour est après la visite', 'Saa da yi di nsrahwɛ no akyi'],
  [
    'On the day of the visit this makes {years} years, and the age is given as {age}',
    'Le jour de la visite, cela fait {years} ans, et l’âge indiqué est {age}',
    'Da no, ɛbɛyɛ mfeɛ {years}, nanso wotwerɛɛ {age}',
  ],
  [
    'We do not offer the test “{name}”',
    'Nous ne proposons pas l’analyse « {name} »',
    'Yɛnyɛ test “{name}” wɔ ha',
  ],
  [
    'Changes were possible until {inHours} before the visit. Please call the laboratory.',
    'Les modifications étaient possibles jusqu’à {inHours} avant la visite. Veuillez appeler le laboratoire.',
    'Na wobɛtumi asesa kɔsi {inHours} ansa na berɛ no aduru. Yɛsrɛ wo, frɛ laboratory no.',
  ],
  [
    'This appointment is {state} and can no longer be cancelled.',
    'Ce rendez-vous ne peut plus être annulé (état : {state}).',
    'Worentumi ntwa saa berɛ yi mu bio ({state}).',
  ],
  [
    'This appointment is {state} and can no longer be changed.',
    'Ce rendez-vous ne peut plus être modifié (état : {state}).',
    'Worentumi nsesa saa berɛ yi bio ({state}).',
  ],
  [
    'Many people are booking this time at once. Please try again.',
    'Beaucoup de personnes réservent ce créneau en même temps. Veuillez réessayer.',
    'Nnipa pii repɛ saa berɛ yi prɛko. Sɔ hwɛ bio.',
  ],
  [
    'A sample is collected again: this stays as it is',
    'Un échantillon est prélevé à nouveau : ceci reste tel quel',
    'Yɛregye sample bio: yei bɛtena sɛdeɛ ɛteɛ',
  ],
  ['This slot is already booked.', 'Ce créneau est déjà réservé.', 'Obi agye saa berɛ yi dada.'],
  [
    'Three appointment times are already on hold from your internet connection. Without logging in you cannot hold more. Log in to hold another one, or give one up.',
    'Trois créneaux sont déjà retenus depuis votre connexion internet. Sans vous connecter, vous ne pouvez pas en retenir davantage. Connectez-vous pour en retenir un autre, ou libérez-en un.',
    'Wode wo internet yi akora berɛ mmiɛnsa dada. Sɛ wonkɔ wo account mu a, worentumi nkora bebree. Kɔ wo account mu, anaa gyae baako mu.',
  ],
  [
    'Few appointment times are left on this day. Log in to book one of them, or choose another day.',
    'Il reste peu de créneaux ce jour-là. Connectez-vous pour en réserver un, ou choisissez un autre jour.',
    'Aka berɛ kakraa bi saa da yi. Kɔ wo account mu na gye baako, anaa paw da foforɔ.',
  ],
  ['Appointment booked successfully!', 'Rendez-vous réservé !', 'Yɛagye wo berɛ no!'],
  ['Appointment updated successfully!', 'Rendez-vous mis à jour !', 'Yɛasesa wo berɛ no!'],
  ['Appointment deleted successfully.', 'Rendez-vous supprimé.', 'Yɛatwa wo berɛ no mu.'],
  ['Login successful', 'Connexion réussie', 'Woakɔ mu yie'],
  ['Signup successful!', 'Inscription réussie !', 'Woabue account yie!'],
  ['OTP verified successfully!', 'Code vérifié !', 'Code no yɛ!'],
  ['OTP resent successfully!', 'Code renvoyé !', 'Yɛasan de code no aba!'],

  // People whom somebody looks after
  [
    'This laboratory sends no SMS. Ask at its desk for a code.',
    'Ce laboratoire n’envoie pas de SMS. Demandez un code au guichet.',
    'Laboratory yi mfa SMS mma. Bisa code wɔ wɔn desk hɔ.',
  ],
  [
    'If the laboratory has a phone number of this person, a code is on its way to it by SMS. It works for 10 minutes.',
    'Si le laboratoire a un numéro de téléphone de cette personne, un code y est envoyé par SMS. Il est valable 10 minutes.',
    'Sɛ laboratory no wɔ onipa yi phone number a, code bi rekɔ so SMS so. Ɛyɛ adwuma simma 10.',
  ],
  [
    'This code does not work, or not any more. Ask for a new one.',
    'Ce code ne fonctionne pas, ou plus. Demandez-en un nouveau.',
    'Code yi nyɛ adwuma, anaa ne berɛ atwam. Bisa foforɔ.',
  ],
  [
    'The account of {holder} has a record of its holder already. If both are of one person, the laboratory joins them.',
    'Le compte de {holder} a déjà un dossier de son titulaire. Si les deux sont d’une même personne, le laboratoire les réunit.',
    '{holder} account no wɔ ne wura record dada. Sɛ ɛyɛ onipa baako dea a, laboratory no bɛka abom.',
  ],
  [
    'The account of {holder} opens the record of {person} now.',
    'Le compte de {holder} ouvre désormais le dossier de {person}.',
    '{holder} account no bue {person} record seesei.',
  ],
  [
    'The account of {holder} does not open the record of {person} any more.',
    'Le compte de {holder} n’ouvre plus le dossier de {person}.',
    '{holder} account no mmue {person} record bio.',
  ],

  // The queue
  ['Nobody is waiting.', 'Personne n’attend.', 'Obiara ntwɛn.'],
  [
    'Your ticket is {code}. {before}',
    'Votre ticket est le {code}. {before}',
    'Wo ticket ne {code}. {before}',
  ],
  ['You are next.', 'C’est à vous ensuite.', 'Wo na wodi soɔ.'],
  ['1 person is before you.', '1 personne est avant vous.', 'Onipa 1 di w’anim.'],
  [
    '{peopleBefore} people are before you.',
    '{peopleBefore} personnes sont avant vous.',
    'Nnipa {peopleBefore} di w’anim.',
  ],
  ['Your visit is at {site}.', 'Votre visite est à {site}.', 'Wo nsrahwɛ wɔ {site}.'],
  [
    'Your visit was cancelled. Please ask at the desk.',
    'Votre visite a été annulée. Veuillez demander au guichet.',
    'Yɛatwa wo berɛ no mu. Yɛsrɛ wo, bisa wɔ desk hɔ.',
  ],
  [
    'Your samples have been collected already. Please ask at the desk if you were asked to come again.',
    'Vos prélèvements ont déjà été faits. Demandez au guichet si l’on vous a demandé de revenir.',
    'Yɛagye wo samples dada. Sɛ yɛse san bra a, bisa wɔ desk hɔ.',
  ],
  [
    'Your visit is on {day} at {time}. Please ask at the desk.',
    'Votre visite est le {day} à {time}. Veuillez demander au guichet.',
    'Wo berɛ ne {day}, {time}. Yɛsrɛ wo, bisa wɔ desk hɔ.',
  ],
  [
    'Your visit is at {time}. You can check in from {opens}.',
    'Votre visite est à {time}. Vous pouvez vous enregistrer à partir de {opens}.',
    'Wo berɛ ne {time}. Wobɛtumi de wo ho akyerɛ firi {opens}.',
  ],
  ['Show a pass code', 'Saisissez un code de passage', 'Twerɛ pass code no'],

  // Reports
  [
    'There are {mostOpen} open links already: end one of them first.',
    'Il y a déjà {mostOpen} liens ouverts : mettez d’abord fin à l’un d’eux.',
    'Links {mostOpen} na ɛyɛ adwuma dada: di kan gyae baako.',
  ],
  ['The link shows nothing any more.', 'Le lien ne montre plus rien.', 'Link no nkyerɛ hwee bio.'],
  [
    'The address of this laboratory is too long for a SMART Health Link.',
    'L’adresse de ce laboratoire est trop longue pour un SMART Health Link.',
    'Saa laboratory yi address no ware dodo ma SMART Health Link.',
  ],
  [
    'This report has no values for a card.',
    'Ce compte rendu n’a pas de valeurs pour une carte.',
    'Report yi nni nɔma biara a ɛfata card.',
  ],
  ['This is not a SMART Health Card', 'Ce n’est pas une SMART Health Card', 'Yei nyɛ SMART Health Card'],

  // Fields
  // Words that stand in the sentences above
  ['booked', 'réservé', 'yɛagye'],
  ['arrived', 'arrivé', 'waduru'],
  ['collected', 'prélevé', 'yɛagye samples'],
  ['in progress', 'en cours', 'yɛreyɛ ho adwuma'],
  ['completed', 'terminé', 'yɛawie'],
  ['cancelled', 'annulé', 'yɛatwa mu'],
  ['no-show', 'absent', 'wamma'],
]
