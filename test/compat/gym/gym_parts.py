"""Parts of the test of outcry_gym.py, by name; prints what each found as JSON."""

import json
import sys

PARTS = {}
SHORT = {"step": "1s", "warm_up": "1s", "episode": "6s"}


def part(function):
    PARTS[function.__name__] = function
    return function


def numbers(told):
    return json.dumps(told, sort_keys=True)


@part
def alone():
    """Without numpy, Gymnasium and PettingZoo."""
    for name in ("numpy", "gymnasium", "pettingzoo"):
        sys.modules[name] = None
    import outcry_gym as gym

    def play(env, seed):
        first, info = env.reset(seed)
        bought = env.step([{"side": "long", "size": 0.0128}])
        held = bought[0]["contracts"]["cmt_btcusdt"]["position"]
        refused = env.step([{"side": "long", "size": 1e6}])
        closed = env.step([{"name": "closePositions"}])
        end = [env.step(None) for _ in range(3)][-1]
        return {"seed": info["seed"], "all": [first, bought, refused, closed, end], "held": held, "refused": refused[4]}

    with gym.OutcryEnv(**SHORT) as env:
        one, again = play(env, 1), play(env, 1)
        try:
            env.step(None)
            after = "nothing"
        except RuntimeError as error:
            after = str(error)
    first, *_, end = one["all"]
    return {
        "same": numbers(one["all"]) == numbers(again["all"]),
        "keys": sorted(first),
        "held": one["held"],
        "refused": one["refused"]["results"][0]["ok"],
        "reward": round(sum(step[1] for step in one["all"][1:]) - (end[0]["equity"] - first["equity"]), 6),
        "ends": [step[2:4] for step in one["all"][1:]],
        "after": after,
        "gymnasium": hasattr(gym, "PerpEnv"),
    }


@part
def parallel_alone():
    import outcry_gym as gym

    env = gym.OutcryParallel(agents=2, **SHORT)
    try:
        env.reset(7)
        buys, sells = ([{"side": side, "size": 0.002}] for side in ("long", "short"))
        told, reward, *_, info = env.step({"agent_0": buys, "agent_1": sells})
        held = [told[agent]["contracts"]["cmt_btcusdt"]["position"] for agent in env.agents]
        while env.agents:
            *_, gone, over, _ = env.step({})
        return {"held": held, "ok": [info[agent]["results"][0]["ok"] for agent in info], "gone": gone, "over": over}
    finally:
        env.close()


@part
def gymnasium():
    import warnings

    import gymnasium as gym
    from gymnasium.utils.env_checker import check_env

    import outcry_gym  # noqa: F401

    with warnings.catch_warnings(record=True) as told:
        env = gym.make("Outcry/Perp-v1", **SHORT)
        check_env(env.unwrapped, skip_render_check=True)
        env.close()
    vector = gym.make_vec("Outcry/Perp-v1", num_envs=2, vectorization_mode="sync", **SHORT)
    vector.reset(seed=3)
    seen, reward, *_ = vector.step(vector.action_space.sample())
    vector.close()
    return {"shapes": [list(seen["closes"].shape), list(reward.shape)], "warned": sorted({str(one.message)[:160] for one in told})}


@part
def pettingzoo():
    import contextlib
    import io

    from pettingzoo.test import api_test, parallel_api_test

    import outcry_gym

    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        one = outcry_gym.parallel_env(**SHORT)
        parallel_api_test(one, num_cycles=8)
        one.close()
        two = outcry_gym.env(**SHORT)
        api_test(two, num_cycles=8)
        two.close()
    return {"passed": said.getvalue().count("assed")}


print(json.dumps({name: PARTS[name]() for name in sys.argv[1:]}))
