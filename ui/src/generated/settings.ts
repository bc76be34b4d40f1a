/**
 * The settings that the form shows, in its order, each with its page of the form.
 * Written by `cargo xtask codegen` from the settings themselves; do not edit.
 */

import type { Field } from './commands'

export interface SettingField extends Field {
  page: string
}

// biome-ignore format: one line a setting
export const settingFields: readonly SettingField[] = [
  {"name":"model","takes":"text","must":false,"about":"The language model: `builtin`, or `provider:model`.","page":"model"},
  {"name":"image_model","takes":"text","must":false,"about":"The image model: `builtin`, or `provider:model`.","page":"assistant"},
  {"name":"light_model","takes":"text","must":false,"about":"The language model that keeps summaries of scenes and proposes rules from corrections, in the background: `provider:model`.","page":"assistant"},
  {"name":"autonomy","takes":"choice","must":false,"about":"How much the assistant may do by itself.","choices":["review","adopt","ask"],"page":"assistant"},
  {"name":"language","takes":"text","must":false,"about":"The language of texts for people, as a BCP 47 tag: `en`, `zh`.","page":"appearance"},
  {"name":"author","takes":"text","must":false,"about":"The name that the story's history gives to the person.","page":"window","most":80},
  {"name":"theme","takes":"choice","must":false,"about":"The colors of the window: light, dark, or as the system has them.","choices":["system","light","dark"],"page":"appearance"},
  {"name":"scale","takes":"number","must":false,"about":"How large everything in the window is drawn, in percent.","least":50,"most":300,"page":"window"},
  {"name":"backup_minutes","takes":"number","must":false,"about":"How often open stories are backed up, in minutes, and when they are closed; 0: never.","least":0,"most":1440,"page":"window"},
  {"name":"tools","takes":"choice","must":false,"about":"Which tools a model is shown.","choices":["all","fitting","project_cli"],"page":"conversations"},
  {"name":"limit_steps","takes":"number","must":false,"about":"How many requests to the model one turn of the assistant may make; 0: the default.","least":0,"most":1000,"page":"conversations"},
  {"name":"limit_tokens","takes":"number","must":false,"about":"How many tokens one turn of the assistant may use; 0: no limit.","least":0,"page":"conversations"},
  {"name":"limit_pictures","takes":"number","must":false,"about":"How many paid pictures one turn of the assistant may have generated; 0: the default.","least":0,"most":1000,"page":"conversations"},
]
