/** Everything a writer can do in this window. */

export { languageAction } from './allActions'
export { canContain, moveIntoGroup } from './groupActions'
export { isTyping, keysOf, matchesKeys } from './keybindings'
export { useChangeKindActions, useKindName, useNewNodeActions } from './kindActions'
export { MAP_KEYS } from './mapActions'
export { dispatchMenuCommand, useMenuCommand, useMenuCommands } from './menuCommands'
export { SelectionMenu } from './SelectionMenu'
export { isAction, type ReadyAction, useActionKeys, useActions } from './useActions'
export { useDroppedFiles } from './useDroppedFiles'
export { usePanelKeys } from './usePanelKeys'
export { useTypingOpensPage } from './useTypingOpensPage'
