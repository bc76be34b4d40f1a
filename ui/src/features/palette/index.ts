/** Search and commands by typing. */

export { Palette } from './Palette'
