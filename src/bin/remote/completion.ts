import type { Command } from 'commander';
import { printLine } from './output.js';
import { RemoteProblem } from './remote-problem.js';

/** The words that may follow: `connections` → `add test watch`. */
interface Choice {
  readonly after: string;
  readonly words: readonly string[];
}

/** `usher completion`: a script for the shell, made of the commands themselves. */
export function completion(usher: Command, shell: string): void {
  const write = { bash, zsh, fish }[shell];
  if (!write) throw new RemoteProblem('not understood', `There is no completion for ${shell}`, 'bash, zsh or fish');
  printLine(write(choices(usher, '')));
}

function choices(command: Command, after: string): Choice[] {
  const options = command.options.flatMap(({ long }) => long ?? []);
  const words = [...command.commands.map((each) => each.name()), ...options, '--help'];
  const further = command.commands.flatMap((each) => choices(each, `${after} ${each.name()}`.trim()));
  return [{ after, words: [...new Set(words)] }, ...further];
}

function bash(all: readonly Choice[]): string {
  const cases = all.map(({ after, words }) => `    '${after}') words='${words.join(' ')}' ;;`);
  return `# eval "$(usher completion bash)"
_usher() {
  local at='' words='' each
  for each in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$each" in -*) break ;; *) at="\${at:+$at }$each" ;; esac
  done
  while :; do
    case "$at" in
${cases.map((line) => `  ${line}`).join('\n')}
    esac
    [ -n "$words" ] || [ -z "$at" ] && break
    case "$at" in *' '*) at="\${at% *}" ;; *) at='' ;; esac
  done
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _usher usher`;
}

/** By what zsh has for completions of bash. */
function zsh(all: readonly Choice[]): string {
  return `# eval "$(usher completion zsh)"
autoload -Uz compinit bashcompinit
(( $+functions[compdef] )) || compinit
bashcompinit
${bash(all).split('\n').slice(1).join('\n')}`;
}

function fish(all: readonly Choice[]): string {
  const lines = all.flatMap(({ after, words }) => {
    const seen = after.split(' ').filter(Boolean);
    const when =
      seen.length === 0 ? '__fish_use_subcommand' : seen.map((each) => `__fish_seen_subcommand_from ${each}`);
    return words.map((word) => {
      const what = word.startsWith('--') ? `-l ${word.slice(2)}` : `-f -a ${word}`;
      return `complete -c usher -n '${[when].flat().join('; and ')}' ${what}`;
    });
  });
  return ['# usher completion fish | source', ...lines].join('\n');
}
