# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_mcp_inspector_global_optspecs
    string join \n server-url= config= server= demo transport= H/header= e/env= cwd= via= via-token= connect-timeout= timeout= max-message-size= params= tool-name= tool-arg= tool-args-json= uri= cursor= prompt-name= prompt-args= skill-name= complete= task-id= input-responses= as-task task-ttl= detach root= metadata= tool-metadata= force stored-auth-only access-token-env= no-open paste relogin forget-client auth-timeout= client-id= client-secret-env= client-metadata-url= callback-url= scope= issuer= allow-private-hosts allow-issuer-slash script= answers= answers-strict watch= structured format= output= output-format= record= junit= strict fail-on-error exit-codes= q/quiet print-schema= completion= V/version cli method= era= log-level= h/help=
end

function __fish_mcp_inspector_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_mcp_inspector_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_mcp_inspector_using_subcommand
    set -l cmd (__fish_mcp_inspector_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c mcp-inspector -n "__fish_mcp_inspector_needs_command" -l server-url -d 'The URL of the server' -r
complete -c mcp-inspector -n "__fish_mcp_inspector_needs_command" -l config -d 'Read servers from this file; without it `mcp.json`, `.mcp.json` or `.vscode/mcp.json` here' -r -F
complete -c mcp-inspector -n "__fish_mcp_inspector_needs_command" -l server -d 'The server to take from the config file' -r
complete -c mcp-inspector -n "__fish_mcp_inspector_needs_command" -l transport -d 'How to reach it; without it a command is stdio, and a URL is tried as http and then as sse' -r -f -a "stdio\t'A process: messages are lines on its stdin and stdout'
http\t'Streamable HTTP'
sse\t'HTTP+SSE of 2024-11-05'"
complete -c mcp-inspector -n "__fish_mcp_inspector_needs_command" -s H -l header -d 'A header for every HTTP request, `Name: value`' -r
complete -c mcp-inspector -n "__fish_mcp_inspector_needs_command" -s e -l env -d 'A variable for the server process' -r
complete -c mcp-inspector -n "__fish_mcp_inspector_needs_command" -l cwd -d 'The directory to start the server in' -r -F
complete -c mcp-inspector -n "__fish_mcp_inspector_needs_command" -l via -d 'A running `mcp-inspector` to go through: its servers stay warm between calls [env: MCPI_VIA]' -r
complete -c mcp-inspector -n "__fish_mcp_inspector_needs_command" -l via-token -d 'The session token for `--via`; without it the `#token=` of its URL [env: MCPI_TOKEN]' -r
complete -c mcp-inspector -n "__fish_mcp_inspector_needs_command" -l connect-timeout -d 'How long connecting may take, `30s` or `500ms`; a bare number is milliseconds, 0 no limit [default: 30s] [env: MCPI_CONNECT_TIMEOUT]' -r
complete -c mcp-inspector -n "__fish_mcp_inspector_needs_command" -l timeout -d 'How long a call may take at most [default: 60s without progress, 300s in all] [env: MCPI_TIMEOUT]' -r
complete -c mcp-inspector -n "__fish_mcp_inspector_needs_command" -l max-message-size -d 'The largest message that is read, such as `64MiB` [default: 16MiB] [env: MCPI_MAX_MESSAGE_SIZE]' -r
complete -c mcp-inspector -n "__fish_mcp_inspector_needs_command" -l params -d 'The parameters of any method, sent as they are' -r
complete -c mcp-inspector -n "__fish_mcp_inspector_needs_command" -l tool-name -d 'The tool to call' -r
complete -c mcp-inspector -n "__fish_mcp_inspector_needs_command" -l tool-arg -d 'An argument of the tool: `k=v` is read by its schema, `k:=JSON` is JSON, `k=@FILE` the text of a file' -r
complete -c mcp-inspector -n "__fish_mcp_inspector_needs_command" -l tool-args-json -d 'All arguments of the tool, sent as they are' -r
complete -c mcp-inspector -n "__fish_mcp_inspector_needs_command" -l uri -d 'The resource, the template to complete for, or the `SKILL.md` of a skill' -r
complete -c mcp-inspector -n "__fish_mcp_inspector_needs_command" -l cursor -d 'One page of a list, by its cursor; without it the whole list' -r
complete -c mcp-inspector -n "__fish_mcp_inspector_needs_command" -l prompt-name -d 'The prompt' -r
complete -c mcp-inspector -n "__fish_mcp_inspector_needs_command" -l prompt-args -d 'An argument of the prompt' -r
complete -c mcp-inspector -n "__fish_mcp_inspector_needs_command" -l skill-name -d 'The skill to load, if the server lists just one of that name' -r
complete -c mcp-inspector -n "__fish_mcp_inspector_needs_command" -l complete -d 'The argument to complete, and what is typed of it so far' -r
complete -c mcp-inspector -n "__fish_mcp_inspector_needs_command" -l task-id -d 'The task of a `tasks/…` method' -r
complete -c mcp-inspector -n "__fish_mcp_inspector_needs_command" -l input-responses -d 'What `tasks/update` answers, by the names of the task\'s questions' -r
complete -c mcp-inspector -n "__fish_mcp_inspector_needs_command" -l task-ttl -d 'How long the server should keep the result of the task' -r
complete -c mcp-inspector -n "__fish_mcp_inspector_needs_command" -l root -d 'A root to show to the server, a directory or a `file://` URI' -r
complete -c mcp-inspector -n "__fish_mcp_inspector_needs_command" -l metadata -d 'Metadata for any request (`_meta`)' -r
complete -c mcp-inspector -n "__fish_mcp_inspector_needs_command" -l tool-metadata -d 'Metadata for the tool call, on top of `--metadata`' -r
complete -c mcp-inspector -n "__fish_mcp_inspector_needs_command" -l access-token-env -d 'Send the token in this variable of the environment' -r
complete -c mcp-inspector -n "__fish_mcp_inspector_needs_command" -l auth-timeout -d 'How long to wait for the user [default: 5m] [env: MCPI_AUTH_TIMEOUT]' -r
complete -c mcp-inspector -n "__fish_mcp_inspector_needs_command" -l client-id -d 'The id of a client that is registered at the authorization server' -r
complete -c mcp-inspector -n "__fish_mcp_inspector_needs_command" -l client-secret-env -d 'The variable of the environment that has the client\'s secret' -r
complete -c mcp-inspector -n "__fish_mcp_inspector_needs_command" -l client-metadata-url -d 'The URL of a client metadata document, for authorization servers that take one as id' -r
complete -c mcp-inspector -n "__fish_mcp_inspector_needs_command" -l callback-url -d 'Where the browser comes back to, on this machine; the client must be registered with it' -r
complete -c mcp-inspector -n "__fish_mcp_inspector_needs_command" -l scope -d 'The scopes to ask for, instead of those that the server names' -r
complete -c mcp-inspector -n "__fish_mcp_inspector_needs_command" -l issuer -d 'The authorization server to use when the server names several' -r
complete -c mcp-inspector -n "__fish_mcp_inspector_needs_command" -l script -d 'Run the steps of this file on one connection' -r
complete -c mcp-inspector -n "__fish_mcp_inspector_needs_command" -l answers -d 'Answer what the server asks (sampling, elicitation, roots) by the rules of this file' -r
complete -c mcp-inspector -n "__fish_mcp_inspector_needs_command" -l watch -d 'Stay connected for this long after the call, and show what arrives' -r
complete -c mcp-inspector -n "__fish_mcp_inspector_needs_command" -l format -d '`text` is the bare result over several lines, `json` is `{"result":…}` on one; an envelope too fits on one' -r -f -a "text\t'Indented'
json\t'On one line'"
complete -c mcp-inspector -n "__fish_mcp_inspector_needs_command" -l output -d 'Write the result to this file and not to stdout; a new file is readable by you alone' -r -F
complete -c mcp-inspector -n "__fish_mcp_inspector_needs_command" -l output-format -d '`raw` writes the text or the decoded bytes of a result with a single content block' -r -f -a "json\t'What stdout would get'
raw\t'What the one content block holds'"
complete -c mcp-inspector -n "__fish_mcp_inspector_needs_command" -l record -d 'Keep everything that went over the wire in this file' -r -F
complete -c mcp-inspector -n "__fish_mcp_inspector_needs_command" -l junit -d 'Write how the steps of a script ended to this file, as JUnit XML' -r -F
complete -c mcp-inspector -n "__fish_mcp_inspector_needs_command" -l exit-codes -d 'Which exit codes to use; see `--help exit-codes` [env: MCPI_EXIT_CODES]' -r -f -a "simple\t'0 or 1'
classified\t'A number for each class of failure'"
complete -c mcp-inspector -n "__fish_mcp_inspector_needs_command" -l print-schema -d 'Print the JSON Schemas of envelope, script and answers, or of one of them' -r -f -a "all\t'All of them, by name'
envelope\t'What `--structured` prints'
script\t'What `--script` reads'
answers\t'What `--answers` reads'"
complete -c mcp-inspector -n "__fish_mcp_inspector_needs_command" -l completion -d 'Print the completions for a shell' -r -f -a "bash\t''
zsh\t''
fish\t''"
complete -c mcp-inspector -n "__fish_mcp_inspector_needs_command" -l method -d 'The method to call: one of the protocol, `discover`, `servers/list`, `auth/explain`, `auth/login`, `auth/logout`, `auth/list`, or any with `--params`' -r -f -a "discover\t''
initialize\t''
ping\t''
server/discover\t''
tools/list\t''
tools/call\t''
resources/list\t''
resources/templates/list\t''
resources/read\t''
resources/subscribe\t''
resources/unsubscribe\t''
prompts/list\t''
prompts/get\t''
skills/list\t''
skills/get\t''
completion/complete\t''
logging/setLevel\t''
roots/list\t''
roots/set\t''
tasks/list\t''
tasks/get\t''
tasks/result\t''
tasks/cancel\t''
tasks/update\t''
auth/explain\t''
auth/login\t''
auth/logout\t''
auth/list\t''
servers/list\t''
servers/show\t''"
complete -c mcp-inspector -n "__fish_mcp_inspector_needs_command" -l era -d 'Which revision to speak: auto, legacy, modern, or a revision such as 2025-06-18 [env: MCPI_ERA]' -r -f -a "auto\t''
legacy\t''
modern\t''
2024-11-05\t''
2025-03-26\t''
2025-06-18\t''
2025-11-25\t''
2026-07-28\t''"
complete -c mcp-inspector -n "__fish_mcp_inspector_needs_command" -l log-level -d 'From which severity on the server should log; without it debug, set when the connection is made' -r -f -a "debug\t''
info\t''
notice\t''
warning\t''
error\t''
critical\t''
alert\t''
emergency\t''"
complete -c mcp-inspector -n "__fish_mcp_inspector_needs_command" -s h -l help -d 'Print help; `-h` on one screen, `--help TOPIC` about exit-codes, examples, script, answers, arguments or an error code' -r -f -a "exit-codes\t''
examples\t''
script\t''
answers\t''
arguments\t''"
complete -c mcp-inspector -n "__fish_mcp_inspector_needs_command" -l demo -d 'The built-in demo server'
complete -c mcp-inspector -n "__fish_mcp_inspector_needs_command" -l as-task -d 'Ask the server to make a task of the call, and follow it to its end'
complete -c mcp-inspector -n "__fish_mcp_inspector_needs_command" -l detach -d 'When the call becomes a task, print the task and do not wait for it'
complete -c mcp-inspector -n "__fish_mcp_inspector_needs_command" -l force -d 'Send it even if capabilities, revision or the tool\'s schema speak against it'
complete -c mcp-inspector -n "__fish_mcp_inspector_needs_command" -l stored-auth-only -d 'Use only tokens that are stored; without one, fail at once and say how to log in'
complete -c mcp-inspector -n "__fish_mcp_inspector_needs_command" -l no-open -d 'Open no browser: print the URL to log in at, and wait'
complete -c mcp-inspector -n "__fish_mcp_inspector_needs_command" -l paste -d 'Read the URL that the browser ends at from stdin, when the browser is on another machine'
complete -c mcp-inspector -n "__fish_mcp_inspector_needs_command" -l relogin -d 'Log in again, whatever is stored'
complete -c mcp-inspector -n "__fish_mcp_inspector_needs_command" -l forget-client -d '`auth/logout` also forgets the client that was registered, unless other tokens need it'
complete -c mcp-inspector -n "__fish_mcp_inspector_needs_command" -l allow-private-hosts -d 'Go to private addresses that the metadata of a public server names'
complete -c mcp-inspector -n "__fish_mcp_inspector_needs_command" -l allow-issuer-slash -d 'Take an issuer that differs from its metadata by a slash at the end'
complete -c mcp-inspector -n "__fish_mcp_inspector_needs_command" -l answers-strict -d 'An ask that no rule answers fails the run; without `--answers`, every ask'
complete -c mcp-inspector -n "__fish_mcp_inspector_needs_command" -l structured -d 'Print the envelope: result or error, logs, asks, notifications, stderr, findings'
complete -c mcp-inspector -n "__fish_mcp_inspector_needs_command" -l strict -d 'Fail when the server breaks a rule of the specification of the level MUST'
complete -c mcp-inspector -n "__fish_mcp_inspector_needs_command" -l fail-on-error -d 'Fail when a tool reports an error in its result'
complete -c mcp-inspector -n "__fish_mcp_inspector_needs_command" -s q -l quiet -d 'No talk on stderr: no logs, no stderr of the server, no remarks'
complete -c mcp-inspector -n "__fish_mcp_inspector_needs_command" -s V -l version -d 'Print the version'
complete -c mcp-inspector -n "__fish_mcp_inspector_needs_command" -l cli -d 'Use the command line face'
complete -c mcp-inspector -n "__fish_mcp_inspector_needs_command" -a "demo" -d 'Run the built-in demo server, on stdin and stdout or over HTTP'
complete -c mcp-inspector -n "__fish_mcp_inspector_using_subcommand demo" -l http -d 'Serve Streamable HTTP on this port' -r
complete -c mcp-inspector -n "__fish_mcp_inspector_using_subcommand demo" -l only -d 'Serve only this era' -r -f -a "legacy\t''
modern\t''"
