/** Buttons, menus, fields, panels and tokens; knows nothing of stories. */

export { ago, exactly } from './ago'
export { Button, IconButton } from './Button'
export { Dialog } from './Dialog'
export { Field, Segmented, TextArea, TextInput } from './Field'
export { chooseFile, download, type PageFile, readFile } from './files'
export { Growing } from './Growing'
export { Keys } from './Keys'
export { Menu, type MenuEntry, type MenuLine, RightClickMenu } from './Menu'
export { Badge, Empty, Panel } from './Panel'
export { ProgressBar } from './ProgressBar'
export { Select } from './Select'
export { Tooltip, TooltipProvider } from './Tooltip'
