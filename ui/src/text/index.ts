/** All texts of the window come from the message catalogue: see `messages.ts`. */

export {
  firstLanguage,
  LANGUAGES,
  type Language,
  languageFor,
  type MessageId,
  setLanguage,
  setLanguage as startText,
  type Translate,
  t,
  translationIn,
  useTranslation,
} from './messages'
export { partName } from './partName'
