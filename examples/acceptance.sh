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

# call METHOD TARGET [BODY]: one signed request. Fails, and shows the answer, unless it is HTTP 200.
call() {
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
  if [ "$status" != 200 ]; then
    echo "$method $target: HTTP $status, $answer" >&2
    return 1
  fi
  printf '%s' "$answer"
}

# field NAME: the first value of that name in the JSON on standard input.
field() {
  sed -n "s/.*\"$1\":\"\{0,1\}\([^\",}]*\).*/\1/p" | head -n 1
}

# place NAME FIELDS: an order of 0.001 under that name; prints its id.
run=$(date +%s)-$$
place() {
  call POST /order/placeOrder "{\"symbol\":\"$SYMBOL\",\"client_oid\":\"sh-$run-$1\",\"size\":\"0.001\",$2}" |
    field order_id
}

# has TEXT PART: fails when PART is not in TEXT.
has() {
  case $1 in
    *"$2"*) ;;
    *) echo "no $2 in $1" >&2 && exit 1 ;;
  esac
}

echo "assets $(call GET /account/assets | field available)"

answer=$(call POST /account/leverage "{\"symbol\":\"$SYMBOL\",\"marginMode\":1,\"longLeverage\":\"20\",\"shortLeverage\":\"20\"}")
has "$answer" '"code":"200"'
echo 'leverage 20'

last=$(call GET "/market/ticker?symbol=$SYMBOL" | field last)
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
case $closed in *'"success":false'*) echo "$closed" >&2 && exit 1 ;; esac
[ "$(call GET "/account/position/singlePosition?symbol=$SYMBOL")" = '[]' ]
echo 'close all'
echo complete
