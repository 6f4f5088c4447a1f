import type { Call } from '../core/command'
import { CommandError } from '../core/errors'
import { resolvePath } from '../core/paths'
import { COPY_FLAGS } from './process-flags'
import { connectTo, processCommand } from './processes'

/** Checks the names like the reference client, sends the request to start the remote end, and then fails: files can't be copied. */
async function copyFiles(call: Call): Promise<void> {
  const { session, args, flags } = call
  const { io } = session
  const [from, to, ...more] = args
  if (from === undefined || to === undefined || more.length > 0)
    throw new CommandError('source and destination are required')
  const remote = (name: string): boolean => /^[^/.][^:]*:/.test(name)
  if (remote(from) && remote(to)) throw new CommandError('one of src or dest must be a local file specification')
  if (!remote(from) && !remote(to)) throw new CommandError('one of src or dest must be a remote file specification')
  if (!remote(from) && (await io.files.kind(resolvePath(io.cwd, from))) === undefined)
    throw new CommandError(`${from} doesn't exist in local filesystem`)
  // The remote end is a program in the container.
  const [place = '', path = ''] = (remote(from) ? from : to).split(/:([\s\S]*)/)
  await connectTo(call, place.split('/').at(-1), 'exec', {
    container: flags.string('container') || undefined,
    command: remote(from) ? `tar cf - ${path}` : `tar xmf - -C ${path}`,
    stdout: true,
    stderr: true,
  })
  throw new CommandError('cp is not supported: containers have no files in this cluster')
}

/** `cp`: always fails, because containers have no files here. */
export const CP = processCommand('cp', 'Copy files and directories to and from containers', COPY_FLAGS, copyFiles)
