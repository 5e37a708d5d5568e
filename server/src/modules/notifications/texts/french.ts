import type { Wordings } from './wording.ts'

const stop = 'Répondez STOP pour ne plus recevoir de SMS.'
const answer = 'Répondez 1 pour confirmer, C pour annuler, STOP pour ne plus recevoir de SMS.'
const notYou =
  'Si ce n’est pas vous, vous n’avez rien à faire : sans ce message, personne ne peut aller plus loin.'
const visit = `{details}

{tests}

Avant de venir :
{preparation}

[Voir ou modifier la visite]({link})`

/** The built-in French texts. What the telephone network counts as seven bits is kept to in those by SMS. */
export const french: Wordings = {
  visit_booked: {
    subject: 'Votre visite au laboratoire est réservée',
    mail: `votre visite est réservée :

${visit}`,
    sms: `{laboratory} : visite réservée le {when}, {site}. Réf. {reference}. ${stop}`,
    push: ['Votre visite est réservée', '{when}, {site}'],
  },
  visit_changed: {
    subject: 'Votre visite au laboratoire a été modifiée',
    mail: `votre visite a été modifiée. Voici ce qui est valable désormais :

${visit}`,
    sms: `{laboratory} : visite modifiée. Nouvelle date : {when}, {site}. Réf. {reference}. ${stop}`,
    push: ['Votre visite a été modifiée', 'Désormais : {when}, {site}'],
  },
  visit_cancelled: {
    subject: 'Votre visite au laboratoire est annulée',
    mail: `votre visite est annulée, et vous n’avez plus rien à faire :

{details}

{tests}

Vous pouvez en réserver une autre à tout moment.`,
    sms: `{laboratory} : votre visite du {when} est annulée. Réf. {reference}. ${stop}`,
    push: ['Votre visite est annulée', 'Le créneau du {when} est de nouveau libre.'],
  },
  visit_called_off: {
    subject: 'Nous avons dû annuler votre visite au laboratoire',
    mail: `le laboratoire a dû annuler votre visite. Veuillez nous en excuser. Cette visite n’aura pas lieu :

{details}

{tests}

Choisissez un autre horaire, ou appelez-nous au {phone} et nous le ferons pour vous :

[Choisir un autre horaire]({link})`,
    sms: `{laboratory} : désolés, nous avons dû annuler votre visite du {when}. Réf. {reference}. Autre date : {phone}. ${stop}`,
    push: [
      'Nous avons dû annuler votre visite',
      'La visite du {when} n’aura pas lieu. Choisissez un autre horaire.',
    ],
    app: 'Le laboratoire a annulé votre visite',
  },
  visit_closed_out: {
    subject: 'Choisissez un autre horaire pour votre visite au laboratoire',
    mail: `le laboratoire sera fermé à l’heure de votre visite ({reason}). Veuillez nous en excuser. Voici la visite :

{details}

Choisissez un autre horaire, ou appelez-nous au {phone} et nous le ferons pour vous :

[Choisir un autre horaire]({link})`,
    sms: `{laboratory} : fermé à l'heure de votre visite du {when}. Choisissez une autre date : {link} ou {phone}. ${stop}`,
    push: ['Choisissez un autre horaire', 'Nous sommes fermés à l’heure de votre visite du {when}.'],
    app: 'Choisissez un autre horaire pour votre visite : nous serons fermés',
  },
  visit_again: {
    subject: 'Un nouveau rendez-vous pour votre visite au laboratoire',
    mail: `nous souhaitons prélever un autre échantillon pour votre visite : l’un est inutilisable, ou un examen a été ajouté. Cela ne dit rien de votre santé. Nous vous réservons cet horaire :

{details}

Avant de venir :
{preparation}

S’il vous convient, vous n’avez rien à faire. Sinon, choisissez-en un autre :

[Voir ou modifier la visite]({link})`,
    sms: `{laboratory} : nous souhaitons vous revoir le {when}, {site}. Réf. {reference}. ${answer}`,
    push: ['Un nouveau rendez-vous', 'Nous souhaitons vous revoir : {when}, {site}'],
    app: 'Un nouveau rendez-vous pour votre visite',
  },
  visit_reminder: {
    subject: 'Votre visite au laboratoire approche',
    mail: `nous vous attendons bientôt :

${visit}`,
    sms: `{laboratory} : rendez-vous le {when}, {site}. Réf. {reference}. ${answer}`,
    push: ['Votre visite approche', '{when}, {site}'],
  },
  fasting_begins: {
    subject: 'Avant votre visite au laboratoire',
    mail: `votre visite approche et il faut venir à jeun. Ne mangez rien à partir de {fastFrom} :

{details}

Avant de venir :
{preparation}

[Voir ou modifier la visite]({link})`,
    sms: `{laboratory} : pour votre visite du {when}, ne mangez rien à partir de {fastFrom}. L'eau est permise. ${stop}`,
    push: ['Avant votre visite', 'Ne mangez rien à partir de {fastFrom}. L’eau est permise.'],
    app: 'Avant votre visite : venez à jeun',
  },
  turn_near: {
    subject: 'C’est bientôt votre tour',
    mail: `vous serez bientôt appelé(e) : {site}. Restez près de la salle d’attente.

[Voir votre place]({link})`,
    sms: `{laboratory} : c'est bientôt votre tour, {site}. Restez près de la salle d'attente.`,
    push: ['C’est bientôt votre tour', 'Revenez à la salle d’attente : {site}.'],
    app: 'C’est bientôt votre tour : restez près de la salle d’attente',
  },
  results_ready: {
    subject: 'Vos résultats sont prêts',
    mail: `vous pouvez lire les résultats de votre visite.

{details}

[Se connecter pour les lire]({link})`,
    sms: '{laboratory} : vos résultats sont prêts. Connectez-vous pour les lire : {link}',
    push: ['Vos résultats sont prêts', 'Connectez-vous pour les lire.'],
  },
  result_corrected: {
    subject: 'Un résultat a été corrigé',
    mail: `le laboratoire a corrigé un résultat de votre visite. Le nouveau compte rendu dit ce qui a changé et pourquoi.

{details}

[Se connecter pour le lire]({link})`,
    sms: '{laboratory} : un résultat a été corrigé. Connectez-vous pour le lire : {link}',
    push: ['Un résultat a été corrigé', 'Connectez-vous pour lire ce qui a changé.'],
  },
  result_link: {
    sms: '{laboratory} : votre compte rendu s’ouvre ici : {link} La page demande la date de naissance, ou le code de votre bulletin de retrait. Valable 30 jours.',
  },
  result_withdrawn: {
    subject: 'Un résultat a été retiré',
    mail: `le laboratoire a retiré un résultat de votre visite : ne vous y fiez plus. Le compte rendu dit pourquoi. Si vous l’avez montré à quelqu’un, prévenez cette personne.

{details}

[Se connecter pour le lire]({link})`,
    sms: '{laboratory} : un résultat a été retiré, ne vous y fiez plus. Connectez-vous pour en lire la raison : {link}',
    push: ['Un résultat a été retiré', 'Ne vous y fiez plus. Connectez-vous pour en lire la raison.'],
    app: 'Un résultat a été retiré : ne vous y fiez plus',
  },
  registration_code: {
    subject: 'Votre code d’inscription',
    mail: `bienvenue. Avec ce code, votre compte est prêt dans un instant :

{code}

[Ou ouvrez cette page, où il est déjà saisi]({link})

Il sert une seule fois, pendant 10 minutes. ${notYou}`,
  },
  mail_code: {
    subject: 'Votre code : {code}',
    mail: `voici votre code :

{code}

Saisissez-le sur la page qui le demande. Il sert une seule fois, pendant 10 minutes. ${notYou}`,
  },
  phone_code: {
    sms: '{laboratory} : votre code est {code}. Il sert une fois, pendant 10 minutes. Ne le donnez à personne.',
  },
  phone_changed: {
    subject: 'Le numéro avec lequel vous vous connectez a été changé',
    mail: `désormais, vous vous connectez avec un autre numéro de téléphone, ou seulement avec votre adresse e-mail.

Si ce n’est pas vous, appelez-nous tout de suite : {phone}`,
    sms: "{laboratory} : le numéro avec lequel vous vous connectez a été changé. Si ce n'est pas vous, appelez-nous : {phone}",
    push: [
      'Le numéro avec lequel vous vous connectez a été changé',
      'Si ce n’est pas vous, appelez-nous tout de suite.',
    ],
  },
  sign_in_changed: {
    subject: 'Votre façon de vous connecter a changé',
    mail: `une clé d’accès ou une application d’authentification a été ajoutée à votre compte, ou en a été retirée.

[Voir comment vous vous connectez]({link})

Si ce n’est pas vous, appelez-nous tout de suite : {phone}`,
    sms: "{laboratory} : clé d'accès ou application d'authentification ajoutée à votre compte ou retirée. Si ce n'est pas vous, appelez-nous : {phone}",
    push: ['Votre façon de vous connecter a changé', 'Si ce n’est pas vous, appelez-nous tout de suite.'],
  },
  registration_known: {
    subject: 'Vous avez déjà un compte',
    mail: `quelqu’un, sans doute vous, a demandé un compte avec cette adresse. Vous en avez déjà un : rien n’a été changé.

[Se connecter]({loginLink})

[Si vous avez oublié votre mot de passe]({link})`,
  },
  password_reset: {
    subject: 'Choisissez un nouveau mot de passe',
    mail: `vous pouvez choisir ici un nouveau mot de passe :

[Choisir un nouveau mot de passe]({link})

Le lien sert une seule fois, pendant 30 minutes. ${notYou}`,
  },
  password_changed: {
    subject: 'Votre mot de passe a été changé',
    mail: `votre mot de passe vient d’être changé, et vous avez été déconnecté(e) partout ailleurs.

Si ce n’est pas vous, choisissez-en un autre tout de suite et appelez-nous au {phone} :

[Choisir un nouveau mot de passe]({link})`,
    sms: "{laboratory} : votre mot de passe a été changé. Si ce n'est pas vous, appelez-nous tout de suite : {phone}",
    push: [
      'Votre mot de passe a été changé',
      'Si ce n’est pas vous, choisissez-en un autre tout de suite et appelez-nous.',
    ],
  },
  email_change: {
    subject: 'Confirmez votre nouvelle adresse e-mail',
    mail: `confirmez que cette adresse est désormais la vôtre :

[Confirmer l’adresse]({link})

Le lien sert une seule fois, pendant 24 heures. ${notYou}`,
  },
  email_change_asked: {
    subject: 'Votre adresse e-mail va changer',
    mail: `une nouvelle adresse e-mail a été indiquée pour votre compte. Elle compte dès qu’elle est confirmée ; d’ici là, nous écrivons à celle-ci.

Si ce n’est pas vous, choisissez tout de suite un nouveau mot de passe. Cela arrête aussi le changement.

[Choisir un nouveau mot de passe]({link})`,
    sms: "{laboratory} : une nouvelle adresse e-mail a été indiquée pour votre compte. Si ce n'est pas vous, appelez-nous : {phone}",
    push: [
      'Votre adresse e-mail va changer',
      'Si ce n’est pas vous, choisissez tout de suite un nouveau mot de passe.',
    ],
  },
  email_changed: {
    subject: 'Votre adresse e-mail a été changée',
    mail: `nous écrivons désormais à votre nouvelle adresse, et vous vous connectez avec elle.

Si ce n’est pas vous, appelez-nous tout de suite : {phone}`,
    sms: "{laboratory} : l'adresse e-mail de votre compte a été changée. Si ce n'est pas vous, appelez-nous : {phone}",
    push: ['Votre adresse e-mail a été changée', 'Si ce n’est pas vous, appelez-nous tout de suite.'],
  },
  issuer_joined: {
    subject: 'Une nouvelle façon de vous connecter à votre compte',
    mail: `vous pouvez désormais vous connecter aussi par {issuer}, qui a confirmé que cette adresse est la vôtre.

Si ce n’est pas vous, choisissez un nouveau mot de passe et appelez-nous au {phone}.

[Choisir un nouveau mot de passe]({link})`,
    sms: "{laboratory} : il y a une nouvelle façon de se connecter à votre compte. Si ce n'est pas vous, appelez-nous : {phone}",
    push: [
      'Une nouvelle façon de vous connecter',
      'Si ce n’est pas vous, choisissez un nouveau mot de passe et appelez-nous.',
    ],
    app: 'Une nouvelle façon de vous connecter à votre compte',
  },
  desk_answered: {
    subject: 'Le laboratoire vous a répondu',
    mail: `le laboratoire a répondu à votre message. Pour votre confidentialité, la réponse ne figure pas dans cet e-mail.

[Lire la réponse]({link})`,
    sms: '{laboratory} : nous avons répondu à votre message. Lisez la réponse ici : {link}',
    push: ['Le laboratoire vous a répondu', 'Ouvrez votre compte pour lire la réponse.'],
  },
  tests_due: {
    subject: 'Il est temps de réserver des analyses prévues',
    mail: `des analyses prévues pour vous, ou pour une personne dont vous vous occupez, sont bientôt à faire. Pour votre confidentialité, cet e-mail ne les nomme pas.

[Réserver une heure]({link})`,
    sms: '{laboratory} : des analyses prévues sont bientôt à faire. Réservez une heure ici : {link}',
    push: ['Des analyses prévues sont bientôt à faire', 'Ouvrez votre compte pour réserver une heure.'],
  },
  records_joined: {
    subject: 'Vos dossiers ont été réunis',
    mail: `le laboratoire avait plusieurs dossiers d’une même personne, dont votre compte ouvre les résultats, et les a réunis : les visites et les résultats sont maintenant ensemble. Vous vous connectez comme avant.

[Se connecter]({link})

Si vous pensez que c’est une erreur, appelez-nous : {phone}. Cela peut être annulé.`,
    sms: "{laboratory} : nous avons réuni deux dossiers d'une personne que votre compte ouvre. En cas d'erreur, appelez-nous : {phone}",
  },
  records_parted: {
    subject: 'Vos dossiers ont été séparés',
    mail: `le laboratoire avait réuni deux dossiers par erreur et les a séparés. Votre compte ouvre de nouveau les visites et les résultats qu’il ouvrait avant.

Des questions ? Appelez-nous : {phone}`,
    sms: '{laboratory} : deux dossiers que nous avions réunis sont de nouveau séparés. S’il manque quelque chose, appelez-nous : {phone}',
  },
  erasure_asked: {
    subject: 'Vous avez demandé à être oublié(e)',
    mail: `votre demande d’être oublié(e) est enregistrée. Le laboratoire décide et vous informe. D’ici là, vous pouvez la retirer :

[Voir la demande]({link})

Si la demande ne vient pas de vous, retirez-la et appelez-nous : {phone}`,
    sms: '{laboratory} : votre demande d’être oublié(e) est enregistrée. Si elle ne vient pas de vous, appelez-nous : {phone}',
  },
  erasure_done: {
    subject: 'Vous êtes oublié(e)',
    mail: `votre demande est exécutée : votre compte et vos coordonnées sont effacés, et plus personne ne peut se connecter au compte. Ce qui doit être conservé reste sous votre numéro de personne, comme annoncé.

Ceci est notre dernier message à cette adresse. Des questions ? Appelez-nous : {phone}`,
    sms: '{laboratory} : votre compte et vos coordonnées sont effacés, comme demandé. Ceci est notre dernier message à ce numéro.',
  },
  erasure_refused: {
    subject: 'Votre demande d’être oublié(e)',
    mail: `nous ne pouvons pas exécuter votre demande d’être oublié(e). La raison :

{reason}

Des questions ? Appelez-nous : {phone}`,
    sms: '{laboratory} : nous ne pouvons pas exécuter votre demande d’être oublié(e). Appelez-nous : {phone}',
  },
  account_unused: {
    subject: 'Votre compte va être effacé',
    mail: `vous n’avez pas utilisé votre compte depuis longtemps, et il ne donne accès à aucune visite. Nous l’effaçons le {date}, avec vos coordonnées. Pour le garder, connectez-vous une fois avant cette date :

[Se connecter]({loginLink})

Si vous n’en avez plus besoin, vous n’avez rien à faire.`,
    sms: '{laboratory} : vous n’avez pas utilisé votre compte depuis longtemps. Nous l’effaçons le {date}. Pour le garder, connectez-vous avant cette date.',
  },
  account_closed: {
    subject: 'Votre compte est fermé',
    mail: `votre compte est fermé et vos visites à venir sont annulées. Vos résultats restent chez nous, comme la loi le demande.

Merci de votre confiance. Vous serez toujours bienvenu(e).`,
    sms: '{laboratory} : votre compte est fermé et vos visites à venir sont annulées. Vos résultats restent chez nous, comme la loi le demande.',
  },
  technician_invited: {
    subject: 'Vous êtes invité(e) à rejoindre {laboratory}',
    mail: `bienvenue à {laboratory}. Choisissez un mot de passe, et vous pourrez vous connecter comme technicien(ne) :

[Choisir votre mot de passe]({link})

Le lien sert une seule fois, pendant 7 jours. Si vous ne l’attendiez pas, vous n’avez rien à faire.

[Ensuite, vous vous connectez ici]({loginLink})`,
  },
  manager_invited: {
    subject: 'Vous êtes invité(e) à diriger {laboratory}',
    mail: `vous allez diriger {laboratory} avec nous. Choisissez un mot de passe, et vous pourrez vous connecter comme responsable :

[Choisir votre mot de passe]({link})

Le lien sert une seule fois, pendant 7 jours. Si vous ne l’attendiez pas, vous n’avez rien à faire.

[Ensuite, vous vous connectez ici]({loginLink})`,
  },
  clinician_invited: {
    subject: 'Vous êtes invité(e) à prescrire à {laboratory}',
    mail: `vous pouvez prescrire des analyses à {laboratory} pour vos patients, suivre leurs échantillons et lire leurs résultats. Pour commencer, choisissez un mot de passe :

[Choisir votre mot de passe]({link})

Le lien sert une seule fois, pendant 7 jours. Si vous ne l’attendiez pas, vous n’avez rien à faire.

[Ensuite, vous vous connectez ici]({loginLink})`,
  },
  technician_activated: {
    subject: 'Votre compte à {laboratory} est prêt',
    mail: `vous pouvez désormais vous connecter pour travailler à {laboratory}.

[Se connecter]({loginLink})`,
    sms: '{laboratory} : votre compte est prêt. Connexion : {loginLink}',
    push: ['Votre compte est prêt', 'Vous pouvez désormais vous connecter.'],
  },
  technician_deactivated: {
    subject: 'Votre compte à {laboratory} a été désactivé',
    mail: `votre compte de technicien(ne) de {laboratory} a été désactivé : vous ne pouvez plus vous connecter. Ce que vous avez fait reste consigné à votre nom.

Si vous ne vous y attendiez pas, adressez-vous à votre responsable ou appelez le {phone}.`,
  },
  manager_deactivated: {
    subject: 'Votre compte à {laboratory} a été désactivé',
    mail: `votre compte de responsable de {laboratory} a été désactivé : vous ne pouvez plus vous connecter. Ce que vous avez fait reste consigné à votre nom.

Si vous ne vous y attendiez pas, adressez-vous à un(e) autre responsable ou appelez le {phone}.`,
  },
  clinician_deactivated: {
    subject: 'Votre compte à {laboratory} a été désactivé',
    mail: `votre compte de prescripteur à {laboratory} a été désactivé : vous ne pouvez plus vous connecter. Ce que vous avez prescrit reste consigné.

Si vous ne vous y attendiez pas, appelez le {phone}.`,
  },
  callback_overdue: {
    subject: 'Une valeur critique n’a pas été communiquée à temps',
    mail: `une valeur critique ({site}) aurait déjà dû être communiquée, et personne n’a noté l’avoir fait. Visite {reference}.

Essais jusqu’ici :
{tries}

Veillez à ce qu’elle le soit, et notez à qui :

[Voir de quoi il s’agit]({link})`,
    sms: "{laboratory} : une valeur critique ({site}) n'a pas été communiquée à temps. Visite {reference}. Merci d'agir maintenant.",
    push: [
      'Pas communiquée à temps',
      'Une valeur critique ({site}) attend d’être communiquée. Visite {reference}.',
    ],
    app: 'Une valeur critique n’a pas été communiquée à temps : visite {reference}',
  },
  clinic_report: {
    subject: 'Un compte rendu pour votre prescription {reference} est prêt',
    mail: `un compte rendu de votre prescription {reference} est validé. Connectez-vous pour le lire :

[Ouvrir la prescription]({link})`,
    push: ['Un compte rendu est prêt', 'La prescription {reference} a un compte rendu validé.'],
    app: 'Un compte rendu de la prescription {reference} est validé',
  },
  clinic_box: {
    subject: 'Un problème dans votre boîte {reference}',
    mail: `nous avons contrôlé les tubes de votre boîte {reference}. Certains manquaient, étaient inutilisables ou n’étaient pas sur la liste :

[Voir lesquels]({link})`,
    push: ['Un problème dans une boîte', 'Boîte {reference} : voir les tubes.'],
    app: 'Un problème dans votre boîte {reference}',
  },
  clinic_call: {
    subject: 'Appelez le laboratoire au sujet de votre prescription {reference}',
    mail: `nous avons quelque chose d’urgent à vous dire au sujet de votre prescription {reference}, et nous appelons votre établissement. Si personne ne vous a joint, appelez-nous tout de suite : {phone}

[Ouvrir la prescription]({link})`,
    push: ['Appelez le laboratoire', 'La prescription {reference} est urgente.'],
    app: 'Appelez le laboratoire au sujet de la prescription {reference}',
  },
  released_otherwise: {
    subject: 'Comptes rendus à vérifier',
    mail: `le dossier d’une personne a été corrigé. Des comptes rendus déjà validés diraient aujourd’hui autre chose. Ils restent inchangés jusqu’à ce que quelqu’un les corrige.

[Ouvrir le dossier]({link})`,
    push: [
      'Comptes rendus à vérifier',
      'Le dossier d’une personne a été corrigé. Vérifiez ce qui a déjà été validé.',
    ],
    app: 'Un dossier a été corrigé : vérifiez les comptes rendus déjà validés',
  },
  place_outside: {
    subject: '{place} : {reading}',
    mail: `{place}, {site}, a été relevé à {reading}, hors de ses limites.

[Voir ce qui a été fait]({link})`,
    push: ['Hors limites', '{place} a été relevé à {reading}.'],
    app: '{place} a été relevé à {reading}, hors de ses limites',
  },
  values_held: {
    subject: 'Valeurs retenues de {analyser}',
    mail: `des valeurs de l’analyseur {analyser}, {site}, sont retenues depuis plus d’une heure. Elles ne sont pas proposées à la paillasse tant que personne ne les a attribuées ou écartées.

[Voir les valeurs retenues]({link})`,
    push: ['Valeurs retenues', 'Des valeurs de {analyser} sont retenues depuis plus d’une heure.'],
    app: 'Des valeurs de {analyser} sont retenues depuis plus d’une heure',
  },
  analyser_down: {
    subject: '{analyser} est hors service',
    mail: `{analyser}, {site}, a été déclaré hors service. S’il envoie des valeurs de patients, elles sont retenues.

[Voir les analyseurs]({link})`,
    push: ['Équipement hors service', '{analyser}, {site}, a été déclaré hors service.'],
    app: '{analyser} a été déclaré hors service',
  },
  care_due: {
    subject: 'Étalonnage ou entretien à faire : {analyser}',
    mail: `l’étalonnage ou l’entretien de {analyser}, {site}, est à faire.

[Voir ce qui est à faire]({link})`,
    push: [
      'Étalonnage ou entretien à faire',
      'L’étalonnage ou l’entretien de {analyser}, {site}, est à faire.',
    ],
    app: 'L’étalonnage ou l’entretien de {analyser} est à faire',
  },
  stock_low: {
    subject: 'Commander {item}',
    mail: `le stock de {item}, {site}, est à son seuil de commande ou au-dessous.

[Ouvrir l’article]({link})`,
    push: ['Stock bas', '{item}, {site}, est à son seuil de commande ou au-dessous.'],
    app: '{item} est à son seuil de commande ou au-dessous',
  },
  referral_late: {
    subject: 'Comptes rendus en retard de {referralLaboratory}',
    mail: `des comptes rendus de {referralLaboratory} sur des échantillons de {site} dépassent le délai convenu.

[Voir les comptes rendus en retard]({link})`,
    push: [
      'Comptes rendus en retard',
      'Des comptes rendus de {referralLaboratory} dépassent le délai convenu.',
    ],
    app: 'Des comptes rendus de {referralLaboratory} dépassent le délai convenu',
  },
  webhook_off: {
    subject: 'Les événements n’atteignent plus {client}',
    mail: `le programme {client} n’accepte pas les événements qui lui sont envoyés. Plus aucun n’est envoyé. Demandez-en la raison à son exploitant, puis réactivez le webhook, ou ajoutez-en un autre.

[Voir les clients API]({link})`,
    push: ['Événements refusés', '{client} n’accepte pas les événements. Plus aucun n’est envoyé.'],
    app: '{client} n’accepte pas les événements ; plus aucun n’est envoyé',
  },
  trouble_began: {
    subject: '{trouble}',
    mail: `le serveur du laboratoire signale un problème :

{trouble}.

Vous recevrez un autre e-mail quand il sera terminé.

[Voir que faire]({link})`,
    push: ['Problème du serveur', '{trouble}'],
    app: '{trouble}',
  },
  trouble_ended: {
    subject: 'Terminé : {trouble}',
    mail: `ce problème est terminé :

{trouble}.

[Voir l’état du serveur]({link})`,
    push: ['Un problème du serveur est terminé', '{trouble}'],
    app: 'Terminé : {trouble}',
  },
  record_opened: {
    subject: '{opener} a ouvert un dossier en urgence',
    mail: `{opener} a ouvert en urgence les résultats d’un patient, au-delà de ses autorisations habituelles. Lisez le motif, et demandez des précisions s’il ne vous convainc pas. Le patient voit qui a ouvert le dossier, et pourquoi.

[Voir ce qui a été ouvert]({link})`,
    push: ['Dossier ouvert en urgence', '{opener} a ouvert les résultats d’un patient.'],
    app: '{opener} a ouvert un dossier en urgence',
  },
  erasure_open: {
    subject: 'Quelqu’un demande l’effacement de ses données',
    mail: `quelqu’un demande au laboratoire d’effacer ses données. Décidez avant le {date} : exécutez la demande, ou refusez-la avec un motif.

[Voir les demandes ouvertes]({link})`,
    push: ['Demande d’oubli', 'Quelqu’un demande l’effacement de ses données. Décidez avant le {date}.'],
    app: 'Quelqu’un demande l’effacement de ses données ; décidez avant le {date}',
  },
  erasure_due: {
    subject: 'Une demande d’oubli arrive à échéance dans une semaine',
    mail: `une demande d’oubli attend toujours une décision. Son échéance est le {date}, un mois après son enregistrement.

[Voir les demandes ouvertes]({link})`,
    push: ['Échéance d’une demande d’oubli', 'Elle attend une décision. Échéance : {date}.'],
    app: 'Une demande d’oubli arrive à échéance : {date}',
  },
  erasure_overdue: {
    subject: 'Une demande d’oubli est en retard',
    mail: `une demande d’oubli attend depuis plus d’un mois. La décision était attendue pour le {date}. Décidez maintenant, et appelez la personne.

[Voir les demandes ouvertes]({link})`,
    push: ['Demande d’oubli en retard', 'La décision était attendue pour le {date}.'],
    app: 'Une demande d’oubli est en retard depuis le {date}',
  },
  insight_report: {
    subject: '{laboratory} en {month}',
    mail: `le laboratoire en {month} :

{figures}

Le rapport complet est joint. Il ne dit rien d’aucun patient.

[Voir tous les chiffres]({link})

Vous avez demandé cet e-mail. Vous pouvez y mettre fin là où vous voyez les chiffres.`,
  },
  contact_message: {
    greets: false,
    subject: 'Message de {sender}',
    mail: `{sender} ({senderEmail}) a écrit par le formulaire de contact :

{message}

Répondre à ce message, c’est lui répondre.`,
    push: ['Formulaire de contact', 'Quelqu’un a écrit par le formulaire de contact.'],
    app: 'Quelqu’un a écrit par le formulaire de contact',
  },
  contact_answer: {
    subject: 'Re : votre message à {laboratory}',
    mail: `{answer}

Vous avez écrit :

{message}

Pour nous répondre, répondez à cet e-mail.`,
  },
}
