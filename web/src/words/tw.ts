import { messages } from '../../words/tw/everybody.po'
import { i18n } from '../lib/i18n.ts'

i18n.loadAndActivate({ locale: 'tw', messages })
