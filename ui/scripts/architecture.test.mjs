/**
 * The rules of ARCHITECTURE.md for the page's sources. The linter enforces the layers; this test
 * checks that it enforces the table there, and that each file has a header and at most 500 lines.
 */

import { spawnSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ui = join(dirname(fileURLToPath(import.meta.url)), '..')
const MOST_LINES = 500

/** The rows `| layer | … | may import |` of the section on the page, each layer with its imports. */
function layersOf(page) {
  const section = page.split('\n## The page\n')[1]?.split('\n## ')[0] ?? ''
  const rows = section.split('\n').filter((it) => it.startsWith('| `'))
  return new Map(
    rows.map((row) => {
      const cells = row.split('|').slice(1, -1)
      const names = (cell) => [...cell.matchAll(/`([^`]+)`/g)].map((it) => it[1])
      return [names(cells[0])[0], names(cells.at(-1))]
    }),
  )
}

const layers = layersOf(readFileSync(join(ui, '../ARCHITECTURE.md'), 'utf8'))

/** What the linter refuses of files that import these modules, by path: run in an empty folder. */
function refused(files) {
  const folder = mkdtempSync(join(tmpdir(), 'storyteller-layers-'))
  const config = JSON.parse(readFileSync(join(ui, 'biome.json'), 'utf8'))
  writeFileSync(join(folder, 'biome.json'), JSON.stringify({ ...config, vcs: { enabled: false } }))
  for (const [path, modules] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    const text = modules.map((it, at) => `import { a${at} } from '${it}'\n`).join('')
    writeFileSync(join(folder, path), text)
  }
  const biome = join(ui, 'node_modules/@biomejs/biome/bin/biome')
  const only = '--only=style/noRestrictedImports'
  const args = [biome, 'lint', only, '--max-diagnostics=none', '--colors=off', '.']
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
  rmSync(folder, { recursive: true })
  // Each finding begins with `path:line:column`.
  const found = [...(stdout + stderr).matchAll(/^(src\S+):(\d+):\d+ lint/gm)]
  const by = Object.keys(files).map((path) => {
    const lines = found.filter((it) => it[1] === path).map((it) => Number(it[2]) - 1)
    return [path, files[path].filter((_, at) => lines.includes(at))]
  })
  return Object.fromEntries(by)
}

/** All source files below a folder, from the folder of the page on. */
function sourcesIn(folder) {
  return readdirSync(join(ui, folder), { withFileTypes: true }).flatMap((it) => {
    const path = `${folder}/${it.name}`
    if (it.isDirectory()) return path === 'src/generated' ? [] : sourcesIn(path)
    return /\.(tsx?|mjs)$/.test(it.name) ? [path] : []
  })
}

/** What is wrong with a file: no header, or too many lines. */
function faultsOf(path, text) {
  const lines = text.split('\n').length - 1
  const isTest = /\.test\.\w+$/.test(path)
  return [
    ...(text.startsWith('/**')
      ? []
      : [`${path} does not begin with a comment that says what it is`]),
    ...(lines > MOST_LINES && !isTest ? [`${path} has ${lines} lines, at most ${MOST_LINES}`] : []),
  ]
}

test('every folder of the page is listed as a layer in the table', () => {
  const folders = readdirSync(join(ui, 'src')).filter((it) =>
    statSync(join(ui, 'src', it)).isDirectory(),
  )
  expect([...layers.keys()].sort()).toEqual(folders.sort())
})

test('the linter allows each layer to import only what the table allows', () => {
  const files = {}
  const wrong = {}
  for (const [layer, allowed] of layers) {
    if (layer === 'generated') continue
    const forbidden = [...layers.keys()].filter((it) => it !== layer && !allowed.includes(it))
    // Features have a folder each, and files may lie in a folder of their layer.
    const home = layer === 'features' ? 'features/one' : layer
    for (const folder of [home, `${home}/part`]) {
      const up = '../'.repeat(folder.split('/').length)
      const modules = (names) => names.flatMap((it) => [`${up}${it}`, `${up}${it}/file`])
      const path = `src/${folder}/file.ts`
      const tauri = layer === 'bridge' ? [] : ['@tauri-apps/api/core']
      wrong[path] = [...modules(forbidden), ...tauri]
      files[path] = [...wrong[path], ...modules(allowed), './file']
    }
  }
  expect(refused(files)).toEqual(wrong)
}, 60_000)

test('the linter keeps features apart, and Tauri out of the first file', () => {
  const files = {
    'src/main.tsx': ['@tauri-apps/api/core', './app/App', './features/one'],
    'src/features/one/file.ts': ['../two', '../two/file', './part/file'],
    'src/features/one/part/file.ts': ['../../two', '../../two/file', '../part/file', '../file'],
  }
  expect(refused(files)).toEqual({
    'src/main.tsx': ['@tauri-apps/api/core'],
    'src/features/one/file.ts': ['../two', '../two/file'],
    'src/features/one/part/file.ts': ['../../two', '../../two/file'],
  })
}, 60_000)

test('every source file has a header and stays within the line limit', () => {
  const files = [...sourcesIn('src'), ...sourcesIn('e2e'), ...sourcesIn('scripts')]
  const faults = files.flatMap((it) => faultsOf(it, readFileSync(join(ui, it), 'utf8')))
  expect(faults).toEqual([])
})

test('finds a missing header and a long file', () => {
  expect(faultsOf('src/a.ts', 'export {}\n')).toHaveLength(1)
  expect(faultsOf('src/a.ts', `/** A. */\n${'\n'.repeat(MOST_LINES)}`)).toHaveLength(1)
  expect(faultsOf('src/a.ts', '/** A. */\n')).toEqual([])
})
