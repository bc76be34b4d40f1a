/** The languages of the story, its glossary, and translations as files. */

export { LanguagesDialog } from './LanguagesDialog'
