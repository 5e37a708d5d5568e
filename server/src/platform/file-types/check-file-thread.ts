import { answerQuestions } from '../answer-questions.ts'
import { safeFile } from './safe-file.ts'

answerQuestions(safeFile)
