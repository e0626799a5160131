// The usual first exercise of a trading program, in Go with its standard library only.
//
//	go run examples/acceptance.go
//
// It knows nothing of this exchange but docs/api.md. OUTCRY_URL, OUTCRY_KEY, OUTCRY_SECRET and OUTCRY_PASSPHRASE choose
// the exchange and the account; the defaults are the local demo's.
package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"time"
)

const symbol = "cmt_btcusdt"
const size = "0.001"

func setting(name, local string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return local
}

var (
	base       = setting("OUTCRY_URL", "http://127.0.0.1:8080")
	key        = setting("OUTCRY_KEY", "local-demo-key-1")
	secret     = setting("OUTCRY_SECRET", "local-demo-secret-1-everybody-knows-it")
	passphrase = setting("OUTCRY_PASSPHRASE", "local-demo-passphrase-1")
	client     = http.Client{Timeout: 10 * time.Second}
)

// call sends one signed request and decodes its answer into `into`; any status but 200 ends the program.
func call(method, path string, query url.Values, body map[string]any, into any) {
	target := "/capi/v2" + path
	if len(query) > 0 {
		target += "?" + query.Encode()
	}
	var raw []byte
	if body != nil {
		raw, _ = json.Marshal(body)
	}
	timestamp := strconv.FormatInt(time.Now().UnixMilli(), 10)
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(timestamp + method + target))
	mac.Write(raw)
	request, err := http.NewRequest(method, base+target, bytes.NewReader(raw))
	check(err)
	request.Header.Set("ACCESS-KEY", key)
	request.Header.Set("ACCESS-SIGN", base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	request.Header.Set("ACCESS-TIMESTAMP", timestamp)
	request.Header.Set("ACCESS-PASSPHRASE", passphrase)
	request.Header.Set("Content-Type", "application/json")
	response, err := client.Do(request)
	check(err)
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	check(err)
	if response.StatusCode == http.StatusTooManyRequests {
		// Too many in a second: nothing was done.
		time.Sleep(time.Second)
		call(method, path, query, body, into)
		return
	}
	if response.StatusCode != http.StatusOK {
		log.Fatalf("%s %s: HTTP %d, %s", method, path, response.StatusCode, text)
	}
	check(json.Unmarshal(text, into))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func must(isTrue bool, what string, found any) {
	if !isTrue {
		log.Fatalf("%s: found %+v", what, found)
	}
}

var placed = 0

// place sends an order under a name of its own and returns its id.
func place(fields map[string]any) string {
	placed++
	name := fmt.Sprintf("go-%d-%d", time.Now().UnixNano(), placed)
	body := map[string]any{"symbol": symbol, "client_oid": name, "size": size}
	for field, value := range fields {
		body[field] = value
	}
	var answer struct {
		ClientOid string `json:"client_oid"`
		OrderId   string `json:"order_id"`
	}
	call("POST", "/order/placeOrder", nil, body, &answer)
	must(answer.ClientOid == name && answer.OrderId != "", "an order under its name", answer)
	return answer.OrderId
}

type order struct {
	OrderId    string `json:"order_id"`
	Status     string `json:"status"`
	Type       string `json:"type"`
	CreateTime string `json:"createTime"`
}

type position struct {
	Id          int64  `json:"id"`
	Side        string `json:"side"`
	Size        string `json:"size"`
	CreatedTime int64  `json:"created_time"`
}

func main() {
	ofSymbol := url.Values{"symbol": {symbol}}

	var assets []struct {
		CoinName  string `json:"coinName"`
		Available string `json:"available"`
	}
	call("GET", "/account/assets", nil, nil, &assets)
	must(len(assets) > 0 && assets[0].CoinName == "USDT", "assets in USDT", assets)
	fmt.Println("assets", assets[0].Available)

	var setting struct {
		Code string `json:"code"`
	}
	leverage := map[string]any{"symbol": symbol, "marginMode": 1, "longLeverage": "20", "shortLeverage": "20"}
	call("POST", "/account/leverage", nil, leverage, &setting)
	must(setting.Code == "200", "the leverage is set", setting)
	fmt.Println("leverage 20")

	var ticker struct {
		Last string `json:"last"`
	}
	call("GET", "/market/ticker", ofSymbol, nil, &ticker)
	last, err := strconv.ParseFloat(ticker.Last, 64)
	check(err)
	fmt.Println("ticker", ticker.Last)

	price := strconv.FormatFloat(last*0.95, 'f', 1, 64)
	resting := place(map[string]any{"type": "1", "order_type": "1", "match_price": "0", "price": price})
	fmt.Println("post-only limit at 95 %", resting)
	long := place(map[string]any{"type": "1", "order_type": "0", "match_price": "1"})
	fmt.Println("market long", long)
	short := place(map[string]any{"type": "2", "order_type": "0", "match_price": "1"})
	fmt.Println("market short", short)

	var positions []position
	call("GET", "/account/position/singlePosition", ofSymbol, nil, &positions)
	must(len(positions) == 2 && positions[0].Side == "LONG" && positions[1].Side == "SHORT", "two sides", positions)

	var history []order
	call("GET", "/order/history", url.Values{"symbol": {symbol}, "pageSize": {"20"}}, nil, &history)
	became := map[string]order{}
	for _, one := range history {
		became[one.OrderId] = one
	}
	fmt.Println("history", became[long].Status, became[short].Status)
	must(became[long].Status == "filled" && became[short].Type == "open_short", "both orders filled", history)

	var fills struct {
		List []struct {
			TradeId  int64  `json:"tradeId"`
			OrderId  int64  `json:"orderId"`
			FillSize string `json:"fillSize"`
		} `json:"list"`
		NextFlag bool  `json:"nextFlag"`
		Totals   int64 `json:"totals"`
	}
	call("GET", "/order/fills", url.Values{"symbol": {symbol}, "orderId": {long}}, nil, &fills)
	must(len(fills.List) > 0 && strconv.FormatInt(fills.List[0].OrderId, 10) == long, "the long's fills", fills)
	fmt.Println("fills", fills.Totals)

	// Names are matched whatever their case: the bill's time comes as ctime and as cTime, both numbers.
	var bills struct {
		Items []struct {
			BillId int64  `json:"billId"`
			Amount string `json:"amount"`
			CTime  int64  `json:"cTime"`
		} `json:"items"`
		HasNextPage bool `json:"hasNextPage"`
	}
	call("POST", "/account/bills", nil, map[string]any{"symbol": symbol, "startTime": nil, "limit": 5}, &bills)
	must(len(bills.Items) > 0 && bills.Items[0].CTime > 0, "bills with their time", bills)

	var cancelled struct {
		Result bool `json:"result"`
	}
	call("POST", "/order/cancel_order", nil, map[string]any{"orderId": resting}, &cancelled)
	must(cancelled.Result, "the order is cancelled", cancelled)
	fmt.Println("cancel", cancelled.Result)

	var closed []struct {
		PositionId int64 `json:"positionId"`
		Success    bool  `json:"success"`
	}
	call("POST", "/order/closePositions", nil, map[string]any{"symbol": symbol}, &closed)
	for _, one := range closed {
		must(one.Success, "the position is closed", closed)
	}
	call("GET", "/account/position/singlePosition", ofSymbol, nil, &positions)
	must(len(closed) >= 2 && len(positions) == 0, "everything is closed", positions)
	fmt.Println("close all", len(closed))
	fmt.Println("complete")
}
