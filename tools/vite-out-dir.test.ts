import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { removeOthers } from './vite-out-dir'

it('removes what an earlier build left, and nothing of another site', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'orchard-out-'))
  for (const name of ['assets', 'kubernetes', 'kubernetes/assets']) await mkdir(join(folder, name))
  const files = ['index.html', 'old.json', 'assets/new.js', 'assets/old.js', 'kubernetes/assets/old.js']
  await Promise.all(files.map((path) => writeFile(join(folder, path), '')))
  await removeOthers(folder, new Set(['index.html', 'assets/new.js']), ['kubernetes'])
  const left = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = left.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  expect(paths.sort()).toEqual(
    ['assets/new.js', 'index.html', 'kubernetes/assets/old.js'].map((path) => join(folder, path)),
  )
  await rm(folder, { recursive: true })
})
