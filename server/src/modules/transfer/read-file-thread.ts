import { answerQuestions } from '#server/platform/answer-questions.ts'
import { readFile } from './read-file.ts'

answerQuestions(readFile)
