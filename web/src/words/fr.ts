import { messages } from '../../words/fr/everybody.po'
import { i18n } from '../lib/i18n.ts'

i18n.loadAndActivate({ locale: 'fr', messages })
