// The steps that every TypeScript client takes, and what it must see at each.
//
// A program gives `run` a way to open clients of its SDK; the steps are the same for all of them. Each
// step prints one line: {"step", "ok", "detail"}. The process ends with 1 if one failed.

import { isDeepStrictEqual } from 'node:util';

/** How long something that must happen may take. */
const PATIENCE = 20_000;
/** A call that waits this long would not have been answered in time by a server that is stuck. */
const AT_ONCE = 5_000;

/** What each kind of server calls the same things. */
const KINDS = {
    everything: {
        name: 'mcp-servers/everything',
        echo: text => ['echo', { message: text }],
        echoed: text => `Echo: ${text}`,
        slow: (seconds, steps) => ['trigger-long-running-operation', { duration: seconds, steps }],
        sample: prompt => ['trigger-sampling-request', { prompt, maxTokens: 7 }],
        elicit: () => ['trigger-elicitation-request', {}],
        roots: () => ['get-roots-list', {}],
        // Logs at once, and then every five seconds until it is called again.
        log: () => ['toggle-simulated-logging', {}],
        stopLog: () => ['toggle-simulated-logging', {}],
        change: () => ['toggle-subscriber-updates', {}],
        stopChange: () => ['toggle-subscriber-updates', {}],
        resource: 'demo://resource/dynamic/text/1',
        content: 'Resource 1',
        prompt: ['args-prompt', { city: 'Riga' }],
        prompted: 'Riga',
        // The server answers with a result that is an error, as its SDK has it.
        unknown: { isError: true, text: 'not found' }
    },
    demo: {
        name: 'mcp-inspector-demo',
        echo: text => ['echo', { message: text }],
        echoed: text => text,
        slow: (seconds, steps) => ['slow', { seconds, steps }],
        sample: prompt => ['sample', { prompt }],
        elicit: () => ['elicit', {}],
        roots: () => ['roots', {}],
        log: () => ['log', { level: 'error', message: 'look', count: 3 }],
        change: () => ['touch', { uri: 'demo://clock' }],
        resource: 'demo://clock',
        content: 'tick',
        prompt: ['greet', { name: 'Riga' }],
        prompted: 'Riga',
        unknown: { code: -32602, text: 'there is no tool' }
    }
};

class Failed extends Error {}

/** Fails the step unless `holds`. */
export function must(holds, message, seen) {
    if (!holds) throw new Failed(`${message}; seen: ${JSON.stringify(seen)}`);
}

function mustEqual(seen, wanted, what) {
    must(isDeepStrictEqual(seen, wanted), `${what} must be ${JSON.stringify(wanted)}`, seen);
}

const textOf = result => (result.content ?? []).map(block => block.text ?? '').join('\n');

/** Waits until `what` holds. */
async function until(what, message, seen) {
    const end = Date.now() + PATIENCE;
    while (!what()) {
        must(Date.now() < end, `${message} within ${PATIENCE} ms`, seen());
        await new Promise(resolve => setTimeout(resolve, 10));
    }
}

async function inTime(promise, message, limit = PATIENCE) {
    let timer;
    const late = new Promise((_, reject) => {
        timer = setTimeout(() => reject(new Failed(`${message}: no answer within ${limit} ms`)), limit);
    });
    try {
        return await Promise.race([promise, late]);
    } finally {
        clearTimeout(timer);
    }
}

/** A gate that stays shut until it is opened. */
export function gate() {
    let open;
    const opened = new Promise(resolve => (open = resolve));
    return { open, opened };
}

/** What the client was told and asked; `open` of a program fills it. */
export function notebook(name) {
    return { name, asked: [], logs: [], updates: [], roots: [{ uri: `file:///${name}`, name }] };
}

/** The answers of a client to what a server asks, in the words of the protocol. */
export function answers(notes) {
    return {
        'sampling/createMessage': params => {
            notes.asked.push({ method: 'sampling/createMessage', params });
            return { role: 'assistant', model: `model-of-${notes.name}`, stopReason: 'endTurn', content: { type: 'text', text: `sampled by ${notes.name}` } };
        },
        'elicitation/create': params => {
            notes.asked.push({ method: 'elicitation/create', params });
            return { action: 'accept', content: { name: `user of ${notes.name}` } };
        },
        'roots/list': params => {
            notes.asked.push({ method: 'roots/list', params });
            return { roots: notes.roots };
        }
    };
}

/**
 * Runs all steps. `open(name)` connects a client and returns what can be done with it:
 * `info`, `tools`, `resources`, `prompts`, `call`, `read`, `prompt`, `setLevel` (none when the era has
 * levels in its requests), `subscribe`, `close`, `isGone`, and its `notes`.
 */
export async function run(kindName, open, { isModern }) {
    const kind = KINDS[kindName];
    must(kind, `the kind must be one of ${Object.keys(KINDS).join(', ')}`, kindName);
    let failures = 0;
    const say = line => process.stdout.write(`${JSON.stringify(line)}\n`);
    const step = async (name, does) => {
        try {
            say({ step: name, ok: true, detail: (await inTime(does(), name, 3 * PATIENCE)) ?? null });
        } catch (error) {
            failures += 1;
            say({ step: name, ok: false, detail: error instanceof Failed ? error.message : String(error?.stack ?? error) });
        }
    };
    let one;
    await step('connect', async () => {
        one = await open('one');
        const info = one.info();
        mustEqual(info?.name, kind.name, 'the name of the server');
        return info;
    });
    if (one) {
        await alone(step, kind, one, isModern);
        await together(step, kind, one, open);
        await step('disconnect', async () => {
            await one.close();
            must(await one.isGone(), 'the session must be gone', null);
        });
    }
    return failures;
}

/** What one client does. */
async function alone(step, kind, one, isModern) {
    const { notes } = one;
    await step('lists', async () => {
        const [tools, resources, prompts] = await Promise.all([one.tools(), one.resources(), one.prompts()]);
        const names = tools.map(tool => tool.name);
        for (const [tool] of [kind.echo(''), kind.slow(1, 1), kind.sample(''), kind.elicit(), kind.roots()]) {
            must(names.includes(tool), `there must be the tool ${tool}`, names);
        }
        must(resources.length > 0, 'there must be resources', resources);
        must(prompts.some(prompt => prompt.name === kind.prompt[0]), `there must be the prompt ${kind.prompt[0]}`, prompts);
        return { tools: tools.length, resources: resources.length, prompts: prompts.length };
    });
    await step('tool', async () => {
        const said = 'a line\nand "another" – ✓';
        mustEqual(textOf(await one.call(...kind.echo(said))), kind.echoed(said), 'the echo');
    });
    await step('progress', async () => {
        const seen = [];
        const result = await one.call(...kind.slow(0.4, 8), { onprogress: progress => seen.push(progress) });
        mustEqual(seen.map(({ progress }) => progress), [1, 2, 3, 4, 5, 6, 7, 8], 'the progress');
        must(seen.every(({ total }) => total === 8), 'every progress must have the total', seen);
        must(!result.isError, 'the call must succeed', result);
    });
    await step('sampling', async () => {
        const before = notes.asked.length;
        const result = await one.call(...kind.sample('the question'));
        const asked = notes.asked.slice(before).filter(({ method }) => method === 'sampling/createMessage');
        mustEqual(asked.length, 1, 'the number of asks');
        must(JSON.stringify(asked[0].params.messages).includes('the question'), 'the prompt must arrive', asked);
        must(textOf(result).includes('sampled by one') && textOf(result).includes('model-of-one'), 'the answer must arrive', result);
    });
    await step('elicitation', async () => {
        const before = notes.asked.length;
        const result = await one.call(...kind.elicit());
        const asked = notes.asked.slice(before).filter(({ method }) => method === 'elicitation/create');
        mustEqual(asked.length, 1, 'the number of asks');
        must(asked[0].params.requestedSchema?.properties?.name, 'the form must arrive', asked);
        must(textOf(result).includes('user of one'), 'the answer must arrive', result);
    });
    await step('roots', async () => {
        const result = await one.call(...kind.roots());
        must(textOf(result).includes('file:///one'), 'the root must arrive', result);
    });
    await step('logging', async () => {
        if (one.setLevel) await one.setLevel('debug');
        const before = notes.logs.length;
        // 2026-07-28 has log messages with a call only. Those of this server are of none, so one waits.
        const begun = gate();
        const listening =
            isModern && kind.stopLog && one.call(...kind.slow(6, 60), { logLevel: 'debug', onprogress: begun.open });
        if (listening) await begun.opened;
        await one.call(...kind.log(), { logLevel: 'debug' });
        const wanted = kind.stopLog ? 1 : 3;
        const own = () => notes.logs.slice(before);
        try {
            await until(() => own().length >= wanted, `${wanted} log messages must arrive`, own);
        } finally {
            if (kind.stopLog) await one.call(...kind.stopLog());
            await listening;
        }
        if (!kind.stopLog) mustEqual(own().map(({ data }) => data.number), [1, 2, 3], 'the log messages');
        return own();
    });
    await step('cancellation', async () => {
        const controller = new AbortController();
        const begun = gate();
        const seen = [];
        const call = one.call(...kind.slow(30, 300), {
            signal: controller.signal,
            onprogress: progress => {
                seen.push(progress);
                begun.open();
            }
        });
        const ended = call.then(result => ({ result }), error => ({ error }));
        await inTime(begun.opened, 'the first progress');
        controller.abort(new Error('changed my mind'));
        const { result, error } = await inTime(ended, 'the cancelled call', AT_ONCE);
        must(error && !result, 'a cancelled call must be rejected', result);
        const count = seen.length;
        const echo = await inTime(one.call(...kind.echo('after')), 'a call after the cancelled one', AT_ONCE);
        mustEqual(textOf(echo), kind.echoed('after'), 'the echo');
        must(seen.length <= count + 1, 'no progress must arrive after the cancellation', seen);
        return String(error.message ?? error);
    });
    await step('subscription', async () => {
        const before = notes.updates.length;
        const unsubscribe = await one.subscribe(kind.resource);
        await one.call(...kind.change());
        await until(() => notes.updates.length > before, 'an update must arrive', () => notes.updates);
        mustEqual(notes.updates.at(-1).uri, kind.resource, 'the updated resource');
        if (kind.stopChange) await one.call(...kind.stopChange());
        await unsubscribe();
        const after = notes.updates.length;
        await one.call(...kind.change());
        if (kind.stopChange) await one.call(...kind.stopChange());
        await one.call(...kind.echo('fence'));
        mustEqual(notes.updates.length, after, 'the number of updates after the subscription has ended');
    });
    await step('resource', async () => {
        const { contents } = await one.read(kind.resource);
        mustEqual(contents[0].uri, kind.resource, 'the address');
        must(contents[0].text.includes(kind.content), `the text must have ${kind.content}`, contents);
    });
    await step('prompt', async () => {
        const { messages } = await one.prompt(...kind.prompt);
        must(JSON.stringify(messages).includes(kind.prompted), `the messages must have ${kind.prompted}`, messages);
    });
    await step('unknown tool', async () => {
        const { code, isError, text } = kind.unknown;
        const ended = await one.call('no-such-tool', {}).then(result => ({ result }), error => ({ error }));
        if (isError) {
            must(ended.result?.isError && textOf(ended.result).includes(text), `the result must say ${text}`, ended.result ?? String(ended.error));
            return textOf(ended.result);
        }
        mustEqual(ended.error?.code, code, 'the code of the error');
        must(ended.error.message.includes(text), `the message must have ${text}`, ended.error.message);
        return ended.error.message;
    });
    await step('unknown resource', async () => {
        const { error } = await one.read('demo://no/such/thing').then(result => ({ result }), error => ({ error }));
        must([-32602, -32002].includes(error?.code), 'the code of the error must be the one of the server', String(error));
        return `${error.code} ${error.message}`;
    });
}

/** What two clients do at once. Their requests have the same ids, since each counts from the same number. */
async function together(step, kind, one, open) {
    let two;
    await step('connect a second', async () => {
        two = await open('two');
    });
    if (!two) return;
    const long = (client, steps) => {
        const seen = [];
        const begun = gate();
        const onprogress = ({ progress, total }) => {
            seen.push([progress, total]);
            begun.open();
        };
        return { seen, begun: begun.opened, ended: client.call(...kind.slow(steps * 0.1, steps), { onprogress }) };
    };
    const whole = steps => Array.from({ length: steps }, (_, index) => [index + 1, steps]);
    await step('two long calls', async () => {
        const three = await open('three');
        const four = await open('four');
        try {
            // Both are new, so that the two calls have the same id and the same progress token.
            const calls = [long(three, 10), long(four, 11)];
            await Promise.all(calls.map(({ ended }) => ended));
            mustEqual(calls.map(({ seen }) => seen), [whole(10), whole(11)], 'the progress of each');
        } finally {
            await three.close();
            await four.close();
        }
    });
    for (const [name, ask, method] of [
        ['sampling', () => kind.sample('who'), 'sampling/createMessage'],
        ['elicitation', kind.elicit, 'elicitation/create']
    ]) {
        for (const [waiting, asking] of [[one, two], [two, one]]) {
            await step(`${name} of ${asking.notes.name} while ${waiting.notes.name} waits`, async () => {
                const call = long(waiting, 10);
                await inTime(call.begun, 'the first progress');
                const count = client => client.notes.asked.filter(asked => asked.method === method).length;
                const [idle, busy] = [count(waiting), count(asking)];
                const result = await asking.call(...ask());
                must(textOf(result).includes(`of ${asking.notes.name}`) || textOf(result).includes(`by ${asking.notes.name}`), 'the own answer must arrive', result);
                mustEqual([count(waiting), count(asking)], [idle, busy + 1], 'how often each was asked');
                await call.ended;
                mustEqual(call.seen, whole(10), 'the progress of the other');
            });
        }
    }
    await step('cancelling one of two with the same id', async () => {
        const three = await open('three');
        const four = await open('four');
        try {
            const controller = new AbortController();
            const begun = gate();
            const cancelled = three
                .call(...kind.slow(30, 300), { signal: controller.signal, onprogress: () => begun.open() })
                .then(() => 'answered', () => 'rejected');
            const kept = long(four, 10);
            await inTime(Promise.all([begun.opened, kept.begun]), 'the first progress of both');
            controller.abort(new Error('changed my mind'));
            mustEqual(await inTime(cancelled, 'the cancelled call', AT_ONCE), 'rejected', 'the end of the cancelled call');
            await kept.ended;
            mustEqual(kept.seen, whole(10), 'the progress of the call that was not cancelled');
        } finally {
            await three.close();
            await four.close();
        }
    });
    await step('updates only for who subscribed', async () => {
        const counts = () => [one.notes.updates.length, two.notes.updates.length];
        const before = counts();
        const unsubscribe = await two.subscribe(kind.resource);
        await one.call(...kind.change());
        await until(() => two.notes.updates.length > before[1], 'an update must arrive', () => two.notes.updates);
        if (kind.stopChange) await one.call(...kind.stopChange());
        await unsubscribe();
        mustEqual(counts()[0], before[0], 'the updates of the one that did not subscribe');
    });
    await step('the second disconnects', async () => {
        await two.close();
        must(await two.isGone(), 'the session must be gone', null);
        mustEqual(textOf(await one.call(...kind.echo('still here'))), kind.echoed('still here'), 'the echo');
    });
}
