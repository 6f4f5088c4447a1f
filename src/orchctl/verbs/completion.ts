import type { Command } from '../core/command'
import { CommandError, usageError } from '../core/errors'
import { PROGRAM } from '../core/words'
import { optionsHelp } from '../help/help'

/** Completion scripts, which get their candidates from the program itself. */
const SCRIPTS: Readonly<Record<string, string>> = {
  bash: `_${PROGRAM}_complete() {
  local IFS=$'\\n'
  COMPREPLY=( $(compgen -W "$(${PROGRAM} __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f1)" -- "\${COMP_WORDS[COMP_CWORD]}") )
}
complete -o default -F _${PROGRAM}_complete ${PROGRAM}
`,
  zsh: `#compdef ${PROGRAM}
_${PROGRAM}_complete() {
  local -a found
  found=("\${(@f)$(${PROGRAM} __complete "\${words[@]:1:$((CURRENT-1))}" 2>/dev/null | cut -f1)}")
  compadd -a found
}
compdef _${PROGRAM}_complete ${PROGRAM}
`,
  fish: `complete -c ${PROGRAM} -f -a '(${PROGRAM} __complete (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'
`,
}

/** The command `orchctl completion`. */
export const COMPLETION: Command = {
  name: 'completion',
  short: 'Output shell completion code for the specified shell (bash, zsh, fish, or powershell)',
  section: 'Settings Commands',
  run({ session, args, path }) {
    const [shell] = args
    if (shell === undefined) throw usageError(path, 'Shell not specified.')
    if (args.length > 1) throw usageError(path, 'Too many arguments. Expected only the shell type.')
    const script = SCRIPTS[shell]
    if (script === undefined)
      throw new CommandError(`Unsupported shell type ${JSON.stringify(shell)}.\nSee '${path} -h' for help and examples`)
    session.io.stdout(script)
    return Promise.resolve()
  },
}

/** The command `orchctl options`. */
export const OPTIONS: Command = {
  name: 'options',
  short: 'Print the list of flags inherited by all commands',
  section: 'Other Commands',
  hidden: true,
  run({ session }) {
    session.io.stdout(optionsHelp(session.io.env.HOME))
    return Promise.resolve()
  },
}
