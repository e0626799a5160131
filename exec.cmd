@rem npm scripts start with `exec`, so that no shell stands between npm and Node and swallows signals. Windows has no exec: this is it.
@%*
