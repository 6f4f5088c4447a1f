import type { ApiObject } from '../../machinery/object'
import { CommandError } from '../core/errors'
import type { Io } from '../core/io'

/** @throws CommandError always: kustomizations can't be built here */
export async function buildKustomization(io: Io, directory: string): Promise<ApiObject[]> {
  if ((await io.files.kind(directory)) === undefined)
    throw new CommandError(
      `must build at directory: not a valid directory: evalsymlink failure on '${directory.split('/').at(-1) ?? ''}' : lstat ${directory}: no such file or directory`,
    )
  throw new CommandError(`kustomizations are not supported: ${directory}`)
}
