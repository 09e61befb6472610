// The rules and the server speak simplified Chinese; readers of traditional characters get their
// texts character by character. Good for those texts, which are plain; no dictionary of the language.
const PAIRS =
  '与與两兩个個为為么麼乐樂习習书書买買乱亂争爭于於亏虧云雲产產亮亮仅僅从從们們价價众眾优優会會' +
  '传傳体體余餘侦偵侧側俩倆储儲关關兴興养養兽獸内內册冊写寫军軍决決况況冻凍净淨减減凤鳳击擊' +
  '创創删刪别別刚剛办辦务務动動励勵劳勞势勢区區医醫协協单單卖賣占佔卫衛厅廳历歷压壓厌厭县縣参參' +
  '双雙发發变變号號叶葉吃吃启啟员員响響问問团團园園围圍国國图圖圆圓场場块塊坏壞垒壘处處备備够夠' +
  '头頭夹夾夺奪奖獎学學宁寧实實审審宽寬对對导導将將尔爾尝嘗层層属屬岁歲师師带帶帮幫库庫应應座座' +
  '废廢开開异異弃棄张張弯彎弹彈强強归歸当當录錄彻徹径徑忆憶态態总總恢恢战戰户戶执執扩擴扫掃扬揚' +
  '报報抢搶护護拟擬择擇挂掛挡擋损損换換据據掷擲撑撐擎擎敌敵数數断斷无無时時显顯暂暫术術机機杀殺' +
  '权權条條来來极極构構标標栏欄树樹样樣档檔检檢楼樓欢歡欧歐残殘毁毀毕畢汇匯汉漢没沒测測浏瀏涌湧' +
  '满滿灭滅灯燈点點炼煉热熱爱愛牌牌独獨狭狹献獻玛瑪环環现現电電画畫疗療盘盤盖蓋监監着著矿礦码碼' +
  '确確碍礙离離种種积積称稱稳穩穷窮窃竊竞競笔筆类類粮糧紧緊红紅级級纪紀线線练練组組细細终終经經' +
  '结結给給络絡统統继繼绩績续續维維编編缩縮网網罗羅职職联聯胜勝脑腦自自节節获獲营營补補装裝见見' +
  '观觀规規视視览覽觉覺计計认認让讓议議记記许許论論设設访訪证證评評识識诉訴试試话話询詢该該详詳' +
  '语語误誤说說请請读讀谁誰调調谍諜谱譜账賬负負败敗货貨质質贴貼费費资資赢贏赶趕跃躍踪蹤车車轨軌' +
  '转轉轮輪软軟轻輕载載较較输輸辑輯边邊达達过過迁遷运運还還这這进進远遠连連迟遲适適选選递遞遗遺' +
  '释釋里裡钟鐘钮鈕铁鐵链鏈销銷锁鎖错錯键鍵镜鏡长長门門闭閉间間阅閱队隊阵陣阶階际際陆陸险險随隨' +
  '隐隱难難静靜页頁顶頂项項顺順须須预預颗顆频頻题題颜顏额額风風飞飛验驗骑騎齐齊龙龍后後准準复復布佈';

const MAP = new Map<string, string>();
for (let i = 0; i + 1 < PAIRS.length; i += 2) MAP.set(PAIRS[i]!, PAIRS[i + 1]!);

/** What stands in quotation marks was written by somebody and stays as it is. */
export function toTraditional(text: string): string {
  let quoted = false;
  return [...text]
    .map((char) => {
      if (char === '“' || char === '”') quoted = char === '“';
      return quoted ? char : (MAP.get(char) ?? char);
    })
    .join('');
}

/** Commas, colons and brackets as wide as the characters they stand between. */
export function widePunctuation(text: string): string {
  const WIDE: Record<string, string> = { ',': '，', ':': '：', ';': '；' };
  return text
    .replace(/[,:;](?=\s?[\u3400-\u9fff{])/g, (mark) => WIDE[mark]!)
    .replace(/([\u3400-\u9fff]\s?)\(([^()]*)\)/g, '$1（$2）');
}
