#!/bin/sh
# The usual first exercise of a trading program, with curl and openssl.
#
#   sh examples/acceptance.sh
#
# It knows nothing of this exchange but docs/api.md. OUTCRY_URL, OUTCRY_KEY, OUTCRY_SECRET and OUTCRY_PASSPHRASE choose
# the exchange and the account; the defaults are the local demo's.
set -eu

URL=${OUTCRY_URL:-http://127.0.0.1:8080}
KEY=${OUTCRY_KEY:-local-demo-key-1}
SECRET=${OUTCRY_SECRET:-local-demo-secret-1-everybody-knows-it}
PASSPHRASE=${OUTCRY_PASSPHRASE:-local-demo-passphrase-1}
SYMBOL=cmt_btcusdt

# call METHOD TARGET [BODY]: one signed request. After a 429, too many in a second, nothing was done: it waits and asks
# again. Fails, and shows how the answer begins, unless it is HTTP 200.
call() {
  method=$1 target=/capi/v2$2 body=${3:-}
  answered "$@" && return
  while [ "$status" = 429 ]; do
    sleep 1
    answered "$method" "${target#/capi/v2}" "$body" && return
  done
  echo "$method $target: HTTP $status, $(printf '%.200s' "$answer")" >&2
  return 1
}

# answered METHOD TARGET [BODY]: prints the answer of a signed request if it is HTTP 200.
answered() {
  method=$1 target=/capi/v2$2 body=${3:-}
  timestamp=$(date +%s)000
  sign=$(printf '%s' "$timestamp$method$target$body" |
    openssl dgst -sha256 -hmac "$SECRET" -binary | openssl base64 -A)
  if [ "$method" = POST ]; then set -- --data-binary "$body"; else set --; fi
  answer=$(curl -sS --max-time 10 -X "$method" -w '\n%{http_code}' \
    -H "ACCESS-KEY: $KEY" -H "ACCESS-SIGN: $sign" -H "ACCESS-TIMESTAMP: $timestamp" \
    -H "ACCESS-PASSPHRASE: $PASSPHRASE" -H 'Content-Type: application/json' "$@" "$URL$target")
  status=${answer##*
}
  answer=${answer%
*}
  [ "$status" = 200 ] && printf '%s' "$answer"
}

# field NAME: the first value of that name in the JSON on standard input.
field() {
  sed -n "s/.*\"$1\":\"\{0,1\}\([^\",}]*\).*/\1/p" | head -n 1
}

# place NAME FIELDS: an order of 0.001 under that name; prints its id.
run=$(date +%s)-$$
place() {
  placed=$(call POST /order/placeOrder \
    "{\"symbol\":\"$SYMBOL\",\"client_oid\":\"sh-$run-$1\",\"size\":\"0.001\",$2}") || return
  printf '%s' "$placed" | field order_id
}

# Whatever ends this early leaves no order behind.
resting=
leave() {
  ended=$?
  if [ "$ended" != 0 ] && [ -n "$resting" ]; then
    call POST /order/cancel_order "{\"orderId\":\"$resting\"}" > /dev/null && echo 'the resting order is cancelled' >&2
  fi
  exit "$ended"
}
trap leave EXIT

# has TEXT PART: fails when PART is not in TEXT.
has() {
  case $1 in
    *"$2"*) ;;
    *) echo "no $2 in $(printf '%.200s' "$1")" >&2 && exit 1 ;;
  esac
}

assets=$(call GET /account/assets)
echo "assets $(printf '%s' "$assets" | field available)"

answer=$(call POST /account/leverage "{\"symbol\":\"$SYMBOL\",\"marginMode\":1,\"longLeverage\":\"20\",\"shortLeverage\":\"20\"}")
has "$answer" '"code":"200"'
echo 'leverage 20'

ticker=$(call GET "/market/ticker?symbol=$SYMBOL")
last=$(printf '%s' "$ticker" | field last)
echo "ticker $last"

price=$(awk "BEGIN { printf \"%.1f\", $last * 0.95 }")
resting=$(place resting "\"type\":\"1\",\"order_type\":\"1\",\"match_price\":\"0\",\"price\":\"$price\"")
has "$(call GET "/order/current?symbol=$SYMBOL")" "\"order_id\":\"$resting\""
echo "post-only limit at 95 % $resting"

long=$(place long '"type":"1","order_type":"0","match_price":"1"')
echo "market long $long"
short=$(place short '"type":"2","order_type":"0","match_price":"1"')
echo "market short $short"

history=$(call GET "/order/history?symbol=$SYMBOL&pageSize=20")
has "$history" "\"order_id\":\"$long\""
has "$history" "\"order_id\":\"$short\""
echo "history $(printf '%s' "$history" | field status)"

fills=$(call GET "/order/fills?symbol=$SYMBOL&orderId=$long")
has "$fills" "\"orderId\":$long"
echo "fills $(printf '%s' "$fills" | field fillSize)"

cancelled=$(call POST /order/cancel_order "{\"orderId\":\"$resting\"}")
has "$cancelled" '"result":true'
echo 'cancel true'

closed=$(call POST /order/closePositions "{\"symbol\":\"$SYMBOL\"}")
has "$closed" '"success":true'
case $closed in *'"success":false'*) printf '%.200s\n' "$closed" >&2 && exit 1 ;; esac
[ "$(call GET "/account/position/singlePosition?symbol=$SYMBOL")" = '[]' ]
echo 'close all'
echo complete
